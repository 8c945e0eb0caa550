import type { ContentView } from '@vlam/contract/content';
import { useState } from 'react';

export const contentTabs = ['all', 'photos', 'videos'] as const;
export type ContentTab = (typeof contentTabs)[number];

/** What a tab asks the server for; `all` asks for everything. */
export const mediaTypeOf: Record<ContentTab, ContentView['mediaType'] | undefined> = {
  all: undefined,
  photos: 'image',
  videos: 'video',
};

export const useContentTab = () => useState<ContentTab>('all');
