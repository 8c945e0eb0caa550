import { createContext, useContext } from 'react';
import { type Answer, api } from '../../../lib/api.ts';

type OwnData = Answer<'ownData'>;

/** Where the data comes from: the member's session, or the fresh proof of a suspended member, who has none. */
export interface DataSource {
  query: 'ownData' | 'suspendedData';
  isSuspended: boolean;
  file: string;
  askExport(): Promise<OwnData>;
  close(shown: { credits: number; earningsCents: number }): Promise<unknown>;
}

export const sessionSource: DataSource = {
  query: 'ownData',
  isSuspended: false,
  file: '/api/account/export/data.zip',
  askExport: () => api.askOwnExport(),
  close: (body) => api.deleteAccount({ body }),
};
export const suspendedSource: DataSource = {
  query: 'suspendedData',
  isSuspended: true,
  file: '/api/account/suspended/export/data.zip',
  askExport: () => api.askSuspendedExport(),
  close: (body) => api.deleteSuspendedAccount({ body }),
};

export const DataSourceContext = createContext(sessionSource);
export const useDataSource = (): DataSource => useContext(DataSourceContext);
