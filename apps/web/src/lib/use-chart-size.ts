import { type RefObject, useEffect, useRef, useState } from 'react';

/** Width of a chart in pixels and the scale of its text; text keeps its size because the viewBox follows the width. */
export function useChartSize(): readonly [RefObject<HTMLDivElement | null>, width: number, scale: number] {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(358);
  const [scale, setScale] = useState(1);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width));
      setScale(Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16 || 1);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width, scale] as const;
}
