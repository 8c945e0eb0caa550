import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { coverIds } from '@vlam/contract/rules/covers';
import { type DisguiseLines, disguiseLines } from './disguise-lines.ts';

export const disguiseIds = coverIds;
export type DisguiseId = (typeof disguiseIds)[number];
export const disguiseCategories = ['utility', 'productivity', 'lifestyle'] as const;
export type DisguiseCategory = (typeof disguiseCategories)[number];

export interface Disguise extends DisguiseLines {
  name: MessageDescriptor;
  description: MessageDescriptor;
  category: DisguiseCategory;
}

/** What the app can look like. */
export const disguises: Record<DisguiseId, Disguise> = {
  calculator: {
    ...disguiseLines.calculator,
    name: msg`Calculator`,
    description: msg`Adds, takes away, multiplies and divides`,
    category: 'utility',
  },
  weather: {
    ...disguiseLines.weather,
    name: msg`Weather`,
    description: msg`What the days are usually like, with sun and moon, city by city`,
    category: 'utility',
  },
  timer: {
    ...disguiseLines.timer,
    name: msg`Timer`,
    description: msg`Counts down, and measures time with laps`,
    category: 'utility',
  },
  notes: {
    ...disguiseLines.notes,
    name: msg`Notes`,
    description: msg`Notes and lists to tick off`,
    category: 'productivity',
  },
  calendar: {
    ...disguiseLines.calendar,
    name: msg`Calendar`,
    description: msg`The month, with your own entries`,
    category: 'productivity',
  },
  music: {
    ...disguiseLines.music,
    name: msg`Music player`,
    description: msg`Quiet sounds, made on this device`,
    category: 'lifestyle',
  },
  fitness: {
    ...disguiseLines.fitness,
    name: msg`Fitness tracker`,
    description: msg`Times a workout and keeps your log`,
    category: 'lifestyle',
  },
  news: {
    ...disguiseLines.news,
    name: msg`News reader`,
    description: msg`Guides to read, and a list of your own, without a network`,
    category: 'lifestyle',
  },
};

/** The icon as a picture of 32 by 32 pixels; empty where the browser cannot draw. */
export function drawIcon(id: DisguiseId): string {
  const { colour, ink, icon } = disguises[id];
  const canvas = document.createElement('canvas');
  canvas.width = 32;
  canvas.height = 32;
  const context = canvas.getContext?.('2d');
  if (!context) return '';
  context.fillStyle = colour;
  context.beginPath();
  context.roundRect(0, 0, 32, 32, 7);
  context.fill();
  context.translate(4, 4);
  context.strokeStyle = ink;
  context.lineWidth = 2;
  context.lineCap = 'round';
  context.lineJoin = 'round';
  context.stroke(new Path2D(icon));
  return canvas.toDataURL('image/png');
}
