import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type CaseKeys, caseQuery } from '../../features/takedowns/api.ts';
import { CaseIssued } from '../../features/takedowns/components/case-issued.tsx';
import { CaseView } from '../../features/takedowns/components/case-view.tsx';
import { DeskForm } from '../../features/takedowns/components/desk-form.tsx';
import { ScreenLoading } from '../screen-loading.tsx';
import { DeskFrame } from './takedown-frame.tsx';

/** The public desk: a complaint without an account, then its number and PIN. */
export function Route() {
  const [keys, setKeys] = useState<CaseKeys | null>(null);
  return (
    <DeskFrame>{keys ? <Issued keys={keys} /> : <DeskForm loading={<ScreenLoading />} onSent={setKeys} />}</DeskFrame>
  );
}

function Issued({ keys }: { keys: CaseKeys }) {
  const { data, refetch } = useQuery(caseQuery(keys));
  const heading = <CaseIssued {...keys} />;
  return data ? <CaseView keys={keys} found={data} heading={heading} onChanged={() => void refetch()} /> : heading;
}
