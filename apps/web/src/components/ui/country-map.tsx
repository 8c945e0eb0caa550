import { clsx } from 'clsx';
import { type ReactNode, useId, useRef } from 'react';
import { useOnScreen } from '../../lib/use-on-screen.ts';
import { dotStep, dots, type MapPlace, mapSize, onMap } from './country-dots.ts';

/** A light on the map: a place with people. */
export interface MapLight extends MapPlace {
  /** Above 0, up to 1 for the strongest. */
  strength: number;
}

export interface MapLabel extends MapPlace {
  name: string;
  note?: string;
}

export interface CountryMapProps {
  lights: readonly MapLight[];
  /** Labels with a line to their place; labels that would overlap an earlier one are omitted. */
  labels?: readonly MapLabel[];
  /** Accessible description; without it the map is decorative. */
  label?: string;
  /** Never animates, for Save-Data. */
  still?: boolean;
  /** Rendered over the dots in map units; see `onMap`. */
  children?: ReactNode;
  className?: string;
}

/** Steps of the colour ramp: dots of one step share a path, which keeps the SVG at a dozen elements. */
const steps = 15;
type Stop = readonly [at: number, dark: readonly number[], light: readonly number[]];
const stops: readonly Stop[] = [
  [0, [58, 44, 40], [220, 205, 193]],
  [0.12, [92, 52, 42], [223, 184, 162]],
  [0.3, [165, 60, 34], [221, 138, 99]],
  [0.55, [255, 106, 53], [207, 74, 30]],
  [0.8, [255, 171, 102], [152, 38, 12]],
  [1, [255, 227, 182], [110, 18, 6]],
];

const mix = (from: readonly number[], to: readonly number[], part: number) =>
  `rgb(${from.map((value, index) => Math.round(value + ((to[index] ?? value) - value) * part)).join(' ')})`;

/** Black-body colours: hotter is lighter on dark, darker on light. */
function colourAt(heat: number): string {
  const above = Math.max(
    1,
    stops.findIndex(([at]) => heat <= at),
  );
  const [from, to] = [stops[above - 1], stops[above]];
  if (!from || !to) return 'currentColor';
  const part = (heat - from[0]) / (to[0] - from[0]);
  return `light-dark(${mix(from[2], to[2], part)}, ${mix(from[1], to[1], part)})`;
}

const dotStyles = Array.from({ length: steps + 1 }, (_, step) => {
  const heat = step / steps;
  return { step, stroke: colourAt(heat), strokeWidth: dotStep * (0.42 + 0.56 * heat ** 0.55) };
});

/** The dots of each step as one path: a round line cap draws a line of zero length as a dot. */
function pathsOf(lights: readonly MapLight[]): string[] {
  const near = lights.map(({ strength, ...place }) => {
    const [x, y] = onMap(place);
    const reach = 6.2 * (0.55 + 0.75 * Math.sqrt(strength));
    return { x, y, strength, spread: 2 * reach * reach };
  });
  const paths = dotStyles.map(() => '');
  for (const [x, y] of dots) {
    let heat = 0;
    for (const light of near)
      heat += light.strength * Math.exp(-((x - light.x) ** 2 + (y - light.y) ** 2) / light.spread);
    const step = Math.round(Math.min(1, heat) * steps);
    paths[step] += `M${x.toFixed(1)} ${y.toFixed(1)}h0`;
  }
  return paths;
}

/** South Africa as embers seen from above at night. */
export function CountryMap({ lights, labels = [], label, still = false, children, className }: CountryMapProps) {
  const id = useId();
  const ref = useRef<SVGSVGElement>(null);
  const seen = useOnScreen(ref);
  const paths = pathsOf(lights);
  return (
    <svg
      ref={ref}
      viewBox={`0 0 ${mapSize.width} ${mapSize.height}`}
      className={clsx('block h-auto w-full overflow-visible', className)}
      role="img"
      aria-label={label}
      aria-hidden={label === undefined}
    >
      <defs>
        <radialGradient id={id}>
          <stop offset="0" stopColor="#ff7a3d" stopOpacity=".6" />
          <stop offset=".35" stopColor="#ff6a3a" stopOpacity=".26" />
          <stop offset=".7" stopColor="#ff5c38" stopOpacity=".06" />
          <stop offset="1" stopColor="#ff5c38" stopOpacity="0" />
        </radialGradient>
      </defs>
      <g className="in-data-[theme=light]:hidden">
        {lights.map(({ strength, ...place }) => {
          const [x, y] = onMap(place);
          return (
            <circle
              key={`${x} ${y}`}
              cx={x}
              cy={y}
              r={10 + 26 * strength}
              fill={`url(#${id})`}
              opacity={0.18 + 0.42 * strength}
            />
          );
        })}
      </g>
      {dotStyles.map(({ step, stroke, strokeWidth }) => (
        <path
          key={step}
          d={paths[step] || 'M0 0'}
          style={{ stroke, strokeWidth, animationPlayState: seen ? 'running' : 'paused' }}
          strokeLinecap="round"
          fill="none"
          opacity={step === 0 ? 0.75 : 1}
          className={step > steps / 2 && !still ? 'motion-safe:animate-[ember_3s_ease-in-out_infinite]' : undefined}
        />
      ))}
      {placeLabels(labels).map(({ name, note, x, y, side, lift }) => (
        <g key={name} className="fill-ink stroke-bg [paint-order:stroke] [stroke-width:1.2]">
          <path d={`M${x} ${y}l${side * 13} ${lift * 0.86}`} className="stroke-muted" strokeWidth=".35" />
          <text
            x={x + side * 15.5}
            y={y + lift}
            textAnchor={side < 0 ? 'end' : 'start'}
            className={`font-semibold ${note ? 'text-[0.33rem]' : 'text-[0.26875rem]'}`}
          >
            {name}
          </text>
          {note ? (
            <text
              x={x + side * 15.5}
              y={y + lift + 6}
              textAnchor={side < 0 ? 'end' : 'start'}
              className="fill-muted text-[0.3125rem]"
            >
              {note}
            </text>
          ) : null}
        </g>
      ))}
      {children}
    </svg>
  );
}

/** Space a label needs, in map units, horizontally and vertically. */
const labelSpace = { x: 34, y: 14 };

/** Places labels beside their places, on the side with more land; earlier ones win. */
function placeLabels(labels: readonly MapLabel[]) {
  const protectedSpans: (MapLabel & { x: number; y: number; side: 1 | -1; lift: number })[] = [];
  for (const each of labels) {
    const [x, y] = onMap(each);
    const side = x > mapSize.width / 2 ? -1 : 1;
    // Above where the sea is below, below where the country narrows towards the east coast.
    const lift = x > 115 && y > 60 ? 15 : -14;
    if (protectedSpans.every((other) => Math.abs(other.x - x) > labelSpace.x || Math.abs(other.y - y) > labelSpace.y))
      protectedSpans.push({ ...each, x, y, side, lift });
  }
  return protectedSpans;
}
