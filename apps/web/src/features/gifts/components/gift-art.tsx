import type { GiftId } from '@vlam/contract/gifts';
import { type ReactNode, useId } from 'react';

// Gifts are drawn in the style of the portraits: dark, lit from the left.
// The pictures keep their dark treatment in both themes.

type Ink = (name: string) => string;
interface Drawing {
  /** Colours of the light behind it: near and far. */
  glow: readonly [string, string];
  /** Stops of the lit and the dark material. */
  lit: readonly string[];
  dark: readonly string[];
  draw(ink: Ink): ReactNode;
}

const sparkle = (x: number, y: number, r: number) =>
  `M${x} ${y - r}Q${x + r * 0.14} ${y - r * 0.14} ${x + r} ${y}Q${x + r * 0.14} ${y + r * 0.14} ${x} ${y + r}Q${x - r * 0.14} ${y + r * 0.14} ${x - r} ${y}Q${x - r * 0.14} ${y - r * 0.14} ${x} ${y - r}Z`;

const drawings: Record<GiftId, Drawing> = {
  'red-rose': {
    glow: ['#8f2038', '#2a0d14'],
    lit: ['#ff9a8a', '#d8344f', '#8e1634'],
    dark: ['#c02a48', '#5c0f25'],
    draw: (ink) => (
      <>
        <path d="M60 64C58 82 58 94 63 110" fill="none" stroke="#5d7a4f" strokeWidth="3.4" strokeLinecap="round" />
        <path d="M60 92C50 80 40 82 36 84C42 96 52 98 60 92Z" fill="#4c6b45" />
        <path d="M61 84C68 74 78 76 82 79C78 88 68 91 61 84Z" fill="#36512f" />
        <path d="M60 70C38 70 30 50 37 34C47 36 55 42 60 50C65 42 73 36 83 34C90 50 82 70 60 70Z" fill={ink('dark')} />
        <path d="M60 66C46 64 41 50 46 36C53 40 58 46 60 54C62 46 67 40 74 36C79 50 74 64 60 66Z" fill={ink('lit')} />
        <path d="M60 50C52 46 50 36 54 27C60 24 66 27 67 31C69 40 66 47 60 50Z" fill={ink('dark')} />
        <path
          d="M60 45C56 41 55 34 58 30C62 30 65 33 64 38"
          fill="none"
          stroke="#ffb3a3"
          strokeWidth="1.8"
          strokeLinecap="round"
        />
      </>
    ),
  },
  'fire-emoji': {
    glow: ['#a63a12', '#2b100a'],
    lit: ['#ffdca6', '#ff7a3d', '#d9401a'],
    dark: ['#ff5c38', '#8a2e1b'],
    draw: (ink) => (
      <>
        <path
          d="M59 106C37 102 28 84 34 66C37 57 43 53 44 42C53 47 56 54 56 60C60 50 58 36 50 20C72 28 86 48 86 70C86 90 76 104 59 106Z"
          fill={ink('dark')}
        />
        <path
          d="M60 104C46 102 40 90 44 79C47 71 54 69 55 59C66 65 76 75 75 87C74 97 68 104 60 104Z"
          fill={ink('lit')}
        />
        <path d="M60 103C53 100 51 94 54 88C56 84 59 82 60 77C66 82 69 88 68 94C67 99 64 102 60 103Z" fill="#fff1d6" />
      </>
    ),
  },
  'golden-heart': {
    glow: ['#8a5a10', '#241506'],
    lit: ['#fff0c2', '#f0c35e', '#a8741c'],
    dark: ['#c8902f', '#5f3d0c'],
    draw: (ink) => (
      <>
        <path
          d="M60 102C30 82 20 64 24 48C28 33 48 30 60 46C72 30 92 33 96 48C100 64 90 82 60 102Z"
          fill={ink('dark')}
        />
        <path d="M60 96C34 79 26 63 29 50C33 38 49 37 60 53C62 68 62 82 60 96Z" fill={ink('lit')} />
        <path d="M36 50C38 45 43 44 47 46" fill="none" stroke="#fff7e0" strokeWidth="2.6" strokeLinecap="round" />
      </>
    ),
  },
  'magic-sparkles': {
    glow: ['#5c4a6e', '#1a1420'],
    lit: ['#fff6e8', '#f3cfa4', '#c98a5a'],
    dark: ['#b6aadc', '#5a5486'],
    draw: (ink) => (
      <>
        <path d={sparkle(52, 64, 30)} fill={ink('lit')} />
        <path d={sparkle(84, 36, 15)} fill={ink('dark')} />
        <path d={sparkle(86, 88, 11)} fill={ink('lit')} />
        <path d={sparkle(30, 28, 8)} fill={ink('dark')} />
        <circle cx="66" cy="24" r="2" fill="#f3cfa4" />
        <circle cx="28" cy="96" r="2.4" fill="#b6aadc" />
        <circle cx="102" cy="62" r="1.8" fill="#fff6e8" />
      </>
    ),
  },
  champagne: {
    glow: ['#6d5318', '#1d150a'],
    lit: ['#fff3cf', '#ecca78', '#b2822c'],
    dark: ['rgb(255 244 226 / .42)', 'rgb(255 244 226 / .1)'],
    draw: (ink) => (
      <>
        <g transform="rotate(-9 44 70)">
          <path d="M34 22H56L54 58C53 66 49 70 45 70C41 70 37 66 36 58Z" fill={ink('dark')} />
          <path d="M35.2 38H54.8L53.6 58C52.8 65 49 68.4 45 68.4C41 68.4 37.2 65 36.4 58Z" fill={ink('lit')} />
          <path d="M45 70V102M35 104H55" fill="none" stroke="#e9dccb" strokeWidth="2.6" strokeLinecap="round" />
        </g>
        <g transform="rotate(9 78 70)">
          <path d="M66 26H88L86 60C85 68 81 72 77 72C73 72 69 68 68 60Z" fill={ink('dark')} />
          <path d="M67.2 42H86.8L85.6 60C84.8 67 81 70.4 77 70.4C73 70.4 69.2 67 68.4 60Z" fill={ink('lit')} />
          <path d="M77 72V102M67 104H87" fill="none" stroke="#cbbca9" strokeWidth="2.6" strokeLinecap="round" />
        </g>
        <g fill="#fff8e6">
          <circle cx="42" cy="54" r="1.6" />
          <circle cx="48" cy="47" r="1.9" />
          <circle cx="44" cy="41" r="1.3" />
          <circle cx="75" cy="60" r="1.6" />
          <circle cx="80" cy="52" r="1.9" />
          <circle cx="76" cy="46" r="1.3" />
          <circle cx="60" cy="20" r="1.8" />
          <circle cx="66" cy="14" r="1.2" />
        </g>
      </>
    ),
  },
  'royal-crown': {
    glow: ['#7d4a14', '#20120a'],
    lit: ['#fff0c2', '#f0c35e', '#9c6a16'],
    dark: ['#c8902f', '#4c2f08'],
    draw: (ink) => (
      <>
        <path d="M26 88L20 42L42 60L60 28L78 60L100 42L94 88Z" fill={ink('dark')} />
        <path d="M26 88L20 42L42 60L60 28L60 88Z" fill={ink('lit')} />
        <path d="M25 92H95L93 102H27Z" fill={ink('lit')} />
        <g fill="#fff0c2">
          <circle cx="20" cy="40" r="4.4" />
          <circle cx="60" cy="25" r="5" />
          <circle cx="100" cy="40" r="4.4" />
        </g>
        <path d="M60 64L66 73L60 82L54 73Z" fill="#d8344f" />
        <circle cx="40" cy="78" r="3.4" fill="#4fa5a7" />
        <circle cx="80" cy="78" r="3.4" fill="#2d7679" />
      </>
    ),
  },
  'diamond-ring': {
    glow: ['#235c63', '#0c1a1e'],
    lit: ['#ffffff', '#b9e6ea', '#4f9da6'],
    dark: ['#e8c684', '#7c5316'],
    draw: (ink) => (
      <>
        <circle cx="60" cy="79" r="26" fill="none" stroke={ink('dark')} strokeWidth="6.5" />
        <path d="M42 61A26 26 0 0 0 37 91" fill="none" stroke="#fff0cf" strokeWidth="2" strokeLinecap="round" />
        <path d="M40 30H80L90 42L60 66L30 42Z" fill={ink('lit')} />
        <path d="M60 66L48 42H72Z" fill="#ffffff" opacity=".72" />
        <path d="M60 66L72 42H90Z" fill="#1d5a62" opacity=".55" />
        <path
          d="M40 30L48 42L60 30L72 42L80 30M30 42H90"
          fill="none"
          stroke="#10363c"
          strokeOpacity=".4"
          strokeWidth="1.4"
        />
        <path d={sparkle(94, 24, 9)} fill="#ffffff" />
        <path d={sparkle(26, 58, 5)} fill="#b9e6ea" />
      </>
    ),
  },
};

/** A gift as an inline SVG, which needs no request. Decorative: its name is beside it. */
export function GiftArt({ gift, className }: { gift: GiftId; className?: string }) {
  const id = useId();
  const { glow, lit, dark, draw } = drawings[gift];
  const ink: Ink = (name) => `url(#${id}-${name})`;
  const stops = (colours: readonly string[]) =>
    colours.map((colour, index) => <stop key={colour} offset={index / (colours.length - 1)} stopColor={colour} />);
  return (
    <svg viewBox="0 0 120 120" aria-hidden="true" className={className}>
      <defs>
        <radialGradient id={`${id}-fire`} gradientUnits="userSpaceOnUse" cx="41" cy="50" r="88">
          {stops([...glow, '#171112'])}
        </radialGradient>
        <linearGradient id={`${id}-lit`} x1="0" y1="0" x2=".9" y2="1">
          {stops(lit)}
        </linearGradient>
        <linearGradient id={`${id}-dark`} x1="0" y1="0" x2="1" y2="1">
          {stops(dark)}
        </linearGradient>
      </defs>
      <rect x="-80" width="280" height="120" fill={ink('fire')} />
      {draw(ink)}
    </svg>
  );
}
