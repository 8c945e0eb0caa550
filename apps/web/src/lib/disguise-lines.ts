import type { CoverId } from '@vlam/contract/rules/covers';

export interface DisguiseLines {
  /** The page's colour, which phones draw around it. */
  colour: string;
  /** Colour of the icon's lines. */
  ink: string;
  /** Lines of the icon, 24 by 24. */
  icon: string;
}

/** Colours and icon of each disguise; `scripts/make-icons.ts` draws the icons of the home screen from them. */
export const disguiseLines: Record<CoverId, DisguiseLines> = {
  calculator: {
    colour: '#101216',
    ink: '#8FA4FF',
    icon: 'M6 3h12v18H6zM9 7h6M9 12h.01M12 12h.01M15 12h.01M9 16h.01M12 16h.01M15 16h.01',
  },
  weather: {
    colour: '#2B5C9E',
    ink: '#FFFFFF',
    icon: 'M12 7a5 5 0 1 0 .01 10A5 5 0 0 0 12 7M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1 1M18 18l1 1M19 5l-1 1M6 18l-1 1',
  },
  timer: {
    colour: '#0E1013',
    ink: '#E9EBEE',
    icon: 'M12 6a8 8 0 1 0 .01 16A8 8 0 0 0 12 6M12 10v4l3 2M9 2h6',
  },
  notes: {
    colour: '#FBFAF6',
    ink: '#8A6A00',
    icon: 'M5 3h10l4 4v14H5zM9 9h4M9 13h6M9 17h6',
  },
  calendar: {
    colour: '#FFFFFF',
    ink: '#B3261E',
    icon: 'M4 5h16v16H4zM4 10h16M8 3v4M16 3v4M8 14h.01M12 14h.01M16 14h.01',
  },
  music: {
    colour: '#17222B',
    ink: '#9FD6C9',
    icon: 'M9 18V5l11-2v13M6 15a3 3 0 1 0 .01 6A3 3 0 0 0 6 15M17 13a3 3 0 1 0 .01 6a3 3 0 0 0-.01-6',
  },
  fitness: {
    colour: '#0F1613',
    ink: '#79D391',
    icon: 'M3 12h4l3-8 4 16 3-8h4',
  },
  news: {
    colour: '#FAFAFA',
    ink: '#24282E',
    icon: 'M4 4h16v16H4zM8 8h8M8 12h3M8 16h3M14 12h2v4h-2z',
  },
};
