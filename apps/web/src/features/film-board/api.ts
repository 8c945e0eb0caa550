import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Answer, api, keyOf } from '../../lib/api.ts';
import { formatDate } from '../../lib/format.ts';
import { useIntent } from '../../lib/helpers/idempotency.ts';
import { languageStore } from '../../lib/language.ts';
import { useStore } from '../../lib/store.ts';

export type OwnRegistration = Answer<'ownRegistration'>;
export type Registration = NonNullable<OwnRegistration['latest']>;
export type RegistrationAnswers = Registration['answers'];
export type StaffRegistration = Answer<'listRegistrations'>['items'][number];
export type OpenedRegistration = Answer<'openRegistration'>;
export type DecisionBody = Parameters<typeof api.decideRegistration>[0]['body'];
export type RegistrationDecision = DecisionBody['decision'];
export type RegistrationList = 'waiting' | 'holding' | 'closed';

/** Shows a calendar day (YYYY-MM-DD). */
export function useDay(): (day: string) => string {
  const language = useStore(languageStore);
  return (day) => formatDate(`${day}T12:00:00Z`, language);
}

function useStoreOwn(): (own: OwnRegistration) => void {
  const client = useQueryClient();
  return (own) => {
    client.setQueryData(keyOf('ownRegistration'), own);
    void client.invalidateQueries({ queryKey: keyOf('complianceStatus') });
  };
}

/** Sends the seven answers; a retry is the same application. */
export function useSendRegistration({ onSuccess, onError }: { onSuccess(): void; onError(error: Error): void }) {
  const store = useStoreOwn();
  return useIntent({
    call: (body: RegistrationAnswers, idempotencyKey) => api.sendRegistration({ body, idempotencyKey }),
    onSuccess(own) {
      store(own);
      onSuccess();
    },
    onError,
  });
}

/** Attaches an uploaded picture as the certificate. */
export function useSetCertificate() {
  const store = useStoreOwn();
  return useMutation({ mutationFn: (mediaId: string) => api.setCertificate({ body: { mediaId } }), onSuccess: store });
}

const toBase64 = (file: File): Promise<string> =>
  new Promise((done, fail) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result).split(',')[1] ?? '');
    reader.onerror = () => fail(reader.error);
    reader.readAsDataURL(file);
  });

/** Attaches a PDF as the certificate. */
export function useSetCertificatePdf() {
  const store = useStoreOwn();
  return useMutation({
    mutationFn: async (file: File) => api.setCertificatePdf({ body: { file: await toBase64(file) } }),
    onSuccess: store,
  });
}

/** Decides about an application or a registration. */
export function useDecideRegistration({ onSuccess, onError }: { onSuccess(): void; onError(error: Error): void }) {
  const client = useQueryClient();
  return useIntent({
    call: ({ id, ...body }: DecisionBody & { id: string }, idempotencyKey) =>
      api.decideRegistration({ params: { id }, body, idempotencyKey }),
    onSuccess,
    onError,
    onSettled: () => {
      for (const name of ['listRegistrations', 'openRegistration', 'staffWaiting'] as const)
        void client.invalidateQueries({ queryKey: keyOf(name) });
    },
  });
}
