import type { ReactNode } from 'react';
import type { DisguiseId } from '../../../lib/disguise-list.ts';
import { toJohannesburgTime } from '../../../lib/johannesburg-time.ts';

const grid = (columns: number, rows: number) =>
  Array.from({ length: columns * rows }, (_, at) => ({ column: at % columns, row: Math.floor(at / columns) }));
const bar = (x: number, y: number, width: number, fill: string) => (
  <rect key={`${x},${y}`} x={x} y={y} width={width} height="4" rx="2" fill={fill} />
);

/** A part of a circle from its top, as a stroke. */
function Ring({ x, y, radius, part, colour, rest }: Record<'x' | 'y' | 'radius' | 'part', number> & Colours) {
  const around = 2 * Math.PI * radius;
  return (
    <g fill="none" strokeWidth="5">
      <circle cx={x} cy={y} r={radius} stroke={rest} />
      <circle
        cx={x}
        cy={y}
        r={radius}
        stroke={colour}
        strokeLinecap="round"
        strokeDasharray={`${around * part} ${around}`}
        transform={`rotate(-90 ${x} ${y})`}
      />
    </g>
  );
}
interface Colours {
  colour: string;
  rest: string;
}

/** Today marked among four weeks; a drawing, so the weekday does not matter. */
function Month() {
  const day = Number(toJohannesburgTime(new Date()).date.slice(8));
  return (
    <>
      {bar(8, 8, 28, '#B3261E')}
      <text x="8" y="32" fontSize="17" fill="#1B1B1F">
        {day}
      </text>
      {grid(7, 4).map(({ column, row }) => (
        <circle
          key={`${column},${row}`}
          cx={12 + column * 12.6}
          cy={50 + row * 12.6}
          r="4.6"
          fill={row * 7 + column === day % 28 ? '#B3261E' : '#E4E4E9'}
        />
      ))}
    </>
  );
}

const drawings: Record<DisguiseId, () => ReactNode> = {
  calculator: () => (
    <>
      <text x="91" y="25" fontSize="15" textAnchor="end" fill="#F2F3F5">
        1,249.5
      </text>
      {grid(4, 3).map(({ column, row }) => (
        <rect
          key={`${column},${row}`}
          x={8 + column * 22}
          y={38 + row * 19.5}
          width="19"
          height="16"
          rx="3.5"
          fill={column === 3 ? '#5C7CFA' : '#3A3D42'}
        />
      ))}
    </>
  ),
  weather: () => (
    <>
      <rect width="100" height="100" fill="#6FA3DB" opacity="0.45" y="50" />
      <text x="8" y="27" fontSize="22" fontWeight="300" fill="#FFFFFF">
        24°
      </text>
      {bar(9, 37, 50, '#FFFFFF')}
      {[22, 24, 25, 21, 19].map((degrees, at) => (
        <text key={degrees} x={9 + at * 18.4} y="90" fontSize="7.5" fontWeight="600" fill="#FFFFFF">
          {degrees}°
        </text>
      ))}
    </>
  ),
  timer: () => (
    <>
      <Ring x={50} y={50} radius={31} part={0.68} colour="#E9EBEE" rest="#2C2F34" />
      <text x="50" y="55" fontSize="14" textAnchor="middle" fill="#F2F3F5">
        04:36
      </text>
    </>
  ),
  notes: () => (
    <>
      {bar(8, 11, 40, '#1B1B1F')}
      {[49, 36, 56, 28, 44].map((width, at) => bar(8, 25 + at * 12, width, '#D9D4C3'))}
    </>
  ),
  calendar: () => <Month />,
  music: () => (
    <>
      <rect x="10" y="10" width="38" height="38" rx="5" fill="#5B8F86" />
      {bar(10, 58, 62, '#E4E6E8')}
      {bar(10, 69, 40, '#8A9197')}
      {bar(10, 84, 80, '#4A5258')}
      {bar(10, 84, 34, '#FFFFFF')}
    </>
  ),
  fitness: () => (
    <>
      <Ring x={34} y={34} radius={21} part={0.7} colour="#7FD38F" rest="#22382A" />
      {bar(12, 70, 40, '#F2F5F2')}
      {bar(12, 81, 22, '#9DA8A0')}
    </>
  ),
  news: () => (
    <>
      {bar(8, 10, 66, '#1B1B1F')}
      {bar(8, 19, 50, '#1B1B1F')}
      {[84, 84].map((width, at) => bar(8, 32 + at * 8, width, '#D2D4D8'))}
      <rect x="8" y="54" width="84" height="36" rx="5" fill="#8FAFC9" />
    </>
  ),
};

/** A disguise as it looks when it is open, small. */
export const Miniature = ({ id }: { id: DisguiseId }) => (
  <svg viewBox="0 0 100 100" className="size-full font-sans" aria-hidden>
    {drawings[id]()}
  </svg>
);
