import { createElement, type SVGProps } from 'react';

interface IconData {
  name: string;
  node: [string, Record<string, string>][];
}

/**
 * Stands in for lucide's own component, which reads a context and options that nothing here uses: a fifth of its size.
 * Icons are decoration beside words, so they are hidden from assistive technology. The stroke is set by the styles.
 */
export default function createLucideIcon({ name, node }: IconData) {
  const children = node.map(([tag, attributes]) => createElement(tag, attributes));
  return function Icon({ size = 24, className, ...rest }: SVGProps<SVGSVGElement> & { size?: number | string }) {
    return createElement(
      'svg',
      {
        viewBox: '0 0 24 24',
        width: size,
        height: size,
        fill: 'none',
        stroke: 'currentColor',
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        'data-icon': name,
        ...rest,
        className: className ? `lucide ${className}` : 'lucide',
      },
      children,
    );
  };
}
