import { useLingui } from '@lingui/react/macro';
import { classifications } from '@vlam/contract/rules/classification';
import { listedStates } from '@vlam/contract/rules/content-states';
import type { ReactNode } from 'react';
import { ListTools } from '../../../components/staff-lists/list-tools.tsx';
import { go } from '../../../lib/router.tsx';
import { type ContentFilter, placeOfFilter, readContentFilter } from '../content-filter.ts';
import { listedStateLabels } from '../labels.ts';

interface ContentToolsProps {
  filter: ContentFilter;
  isChoosing?: boolean;
  exports: { isExporting: boolean; start(): void };
  children?: ReactNode;
}

/** Filters of content by state and rating, those saved, and the export. */
export function ContentTools({ filter, ...tools }: ContentToolsProps) {
  const { t, i18n } = useLingui();
  return (
    <ListTools
      {...tools}
      list="content"
      filter={{ ...filter }}
      fields={[
        {
          name: 'state',
          label: t`State`,
          options: listedStates.map((value) => ({ value, label: i18n._(listedStateLabels[value]) })),
        },
        {
          name: 'classification',
          label: t`Rating`,
          options: classifications.map((value) => ({ value, label: value })),
        },
      ]}
      onShow={(next) => {
        const { to, search } = placeOfFilter(readContentFilter(new URLSearchParams(next)));
        go({ to, search: { ...search }, replace: true });
      }}
    />
  );
}
