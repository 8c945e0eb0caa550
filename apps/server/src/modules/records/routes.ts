import { Readable } from 'node:stream';
import { recordsOperations } from '@vlam/contract/records';
import { breachesOperations } from '@vlam/contract/records-breaches';
import { staffConsentsOperations } from '@vlam/contract/records-consents';
import { holdsOperations } from '@vlam/contract/records-holds';
import { informationOperations } from '@vlam/contract/records-information';
import { ownDataOperations } from '@vlam/contract/records-own-data';
import { reportsOperations } from '@vlam/contract/records-reports';
import { retentionOperations } from '@vlam/contract/records-retention';
import { reviewersOperations } from '@vlam/contract/records-reviewers';
import { storedOperations } from '@vlam/contract/records-stored';
import { suspendedDataOperations } from '@vlam/contract/records-suspended';
import type { FastifyReply } from 'fastify';
import type { Config } from '../../platform/config.ts';
import { type BoundOperation, bind } from '../../platform/operation.ts';
import { createBrowserOf, type IdentityService } from '../identity/service.ts';
import type { RecordsService } from './service.ts';

const types = { csv: 'text/csv; charset=utf-8', pdf: 'application/pdf', zip: 'application/zip' } as const;
type Format = keyof typeof types;

interface RecordsRoutes {
  records: RecordsService;
  identity: Pick<IdentityService, 'verifySuspended' | 'suspendedAccess'>;
  config: Config;
}

const keepPrivate = (reply: FastifyReply) => void reply.header('x-robots-tag', 'noindex, nofollow');

/** Sends a file to be saved; one that everyone may have is not private. */
function sendFile(
  reply: FastifyReply,
  file: Buffer | Readable,
  { name, format, isPublic = false }: { name: string; format: Format; isPublic?: boolean },
): void {
  reply
    .headers({
      'content-type': types[format],
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': isPublic ? 'public, max-age=300' : 'private, no-store',
    })
    .send(file);
}

export const recordsRoutes = ({ records, ...others }: RecordsRoutes): BoundOperation[] => [
  ...reportRoutes(records),
  ...holdRoutes(records),
  ...breachRoutes(records),
  ...consentRoutes(records),
  ...reviewerRoutes(records),
  ...informationRoutes({ records, ...others }),
  ...ownDataRoutes(records),
  ...suspendedDataRoutes({ records, ...others }),
  ...bind(recordsOperations, { recordsWaiting: () => records.countWaiting() }),
  ...bind(retentionOperations, { retentionSchedule: () => records.retention.list() }),
  ...bind(storedOperations, { storedInformation: ({ viewer }) => records.storedInformation.list(viewer.accountId) }),
];

const informationRoutes = ({ records, identity, config }: RecordsRoutes): BoundOperation[] => {
  const { requests, cases } = records.information;
  const browserOf = createBrowserOf(config);
  return bind(informationOperations, {
    listInformationRequests: ({ viewer }) => requests.list(viewer),
    requestInformation: ({ viewer, body }) => requests.ask(viewer, body),
    addToInformationRequest: ({ viewer, params, body }) => requests.add(viewer, params.id, body.text),
    async requestInformationByMail({ body, reply }) {
      keepPrivate(reply);
      await requests.askByMail(body);
    },
    async requestInformationSuspended({ body: { kind, text, ...credentials }, request }) {
      const accountId = await identity.verifySuspended(credentials, browserOf(request));
      return requests.askSuspended(accountId, credentials.email, { kind, text });
    },
    informationRequestByLink({ body, reply }) {
      keepPrivate(reply);
      return requests.byLink(body.token, body.text);
    },
    listInformationCases: ({ query }) => cases.list(query.state),
    openInformationCase: ({ viewer, params }) => cases.open(viewer, params.id),
    writeToInformationCase: ({ viewer, params, body }) => cases.write(viewer, params.id, body.text),
    answerInformationCase: ({ viewer, params, body }) => cases.answer(viewer, params.id, body),
    askInformationRelease: ({ viewer, params }) => cases.askRelease(viewer, params.id),
    approveInformationRelease: ({ viewer, params }) => cases.approveRelease(viewer, params.id),
    async gatherInformation({ viewer, params, reply }) {
      const { name, file } = await cases.gather(viewer, params.id);
      sendFile(reply, file, { name, format: 'zip' });
    },
    async exportInformationCases({ viewer, reply }) {
      const text = await cases.exportCsv(viewer);
      sendFile(reply, Buffer.from(text), { name: 'vlam-information-requests.csv', format: 'csv' });
    },
  });
};

const ownDataRoutes = ({ ownData }: RecordsService): BoundOperation[] =>
  bind(ownDataOperations, {
    ownData: ({ viewer }) => ownData.find(viewer),
    askOwnExport: ({ viewer }) => ownData.askExport(viewer),
    async ownExportFile({ viewer, reply }) {
      sendFile(reply, await ownData.openExport(viewer), { name: 'my-data.zip', format: 'zip' });
    },
    async deleteAccount({ viewer, body, reply }) {
      const closed = await ownData.deleteAccount(viewer, body);
      // As after signing out: nothing personal stays on this device.
      reply.header('clear-site-data', '"cache", "storage"');
      return closed;
    },
  });

/** As `ownDataRoutes`, for a suspended member: each checks the note of a fresh proof instead of a session. */
const suspendedDataRoutes = ({ records: { ownData }, identity, config }: RecordsRoutes): BoundOperation[] => {
  const browserOf = createBrowserOf(config);
  const { suspendedAccess } = identity;
  return bind(suspendedDataOperations, {
    async openSuspendedData({ body, request, reply }) {
      const note = await suspendedAccess.open(body, browserOf(request));
      if (note) suspendedAccess.setNote(reply, note);
      return { open: note !== null };
    },
    suspendedData: ({ viewer }) => ownData.find(viewer),
    askSuspendedExport: ({ viewer }) => ownData.askExport(viewer),
    async suspendedExportFile({ viewer, reply }) {
      sendFile(reply, await ownData.openExport(viewer), { name: 'my-data.zip', format: 'zip' });
    },
    async deleteSuspendedAccount({ viewer, body, reply }) {
      const closed = await ownData.deleteAccount(viewer, body);
      suspendedAccess.clearNote(reply);
      reply.header('clear-site-data', '"cache", "storage"');
      return closed;
    },
  });
};

const reviewerRoutes = ({ reviewers }: RecordsService): BoundOperation[] =>
  bind(reviewersOperations, {
    listReviewers: ({ viewer }) => reviewers.list(viewer),
    inviteReviewer: ({ viewer, body }) => reviewers.invite(viewer, body),
    approveReviewer: ({ viewer, params }) => reviewers.approve(viewer, params.id),
    endReviewer: ({ viewer, params }) => reviewers.end(viewer, params.id),
    openReview({ body, reply }) {
      keepPrivate(reply);
      return reviewers.open(body);
    },
    readReviewItem({ body, reply }) {
      keepPrivate(reply);
      return reviewers.read(body);
    },
  });

const consentRoutes = ({ consents }: RecordsService): BoundOperation[] =>
  bind(staffConsentsOperations, {
    listAllConsents: ({ viewer, query }) => consents.list(viewer, query),
    async exportAllConsents({ viewer, query, reply }) {
      const pieces = await consents.exportCsv(viewer, query.kind);
      sendFile(reply, Readable.from(pieces), { name: `vlam-consents-${query.kind}.csv`, format: 'csv' });
    },
    openConsent: ({ viewer, params, body }) => consents.open(viewer, params.id, body.reason),
  });

const breachRoutes = ({ breaches, breachNotices }: RecordsService): BoundOperation[] =>
  bind(breachesOperations, {
    breachNotices: ({ viewer }) => breachNotices.listTo(viewer.accountId),
    listBreaches: () => breaches.list(),
    recordBreach: ({ viewer, body }) => breaches.record(viewer, body),
    getBreach: ({ viewer, params }) => breaches.get(viewer, params.id),
    changeBreach: ({ viewer, params, body }) => breaches.change(viewer, params.id, body),
    markBreachStep: ({ viewer, params, body }) => breaches.mark(viewer, params.id, body),
    addBreachAccounts: ({ viewer, params, body }) => breaches.addAccounts(viewer, params.id, body.accounts),
    writeBreachNotice: ({ viewer, params, body }) => breaches.writeNotice(viewer, params.id, body.text),
    decideBreachNotice: ({ viewer, params, body }) => breaches.decideNotice(viewer, params.id, body.approved),
    closeBreach: ({ viewer, params, body }) => breaches.close(viewer, params.id, body.note),
  });

const holdRoutes = ({ authorityRequests, holds }: RecordsService): BoundOperation[] =>
  bind(holdsOperations, {
    listAuthorityRequests: () => authorityRequests.list(),
    recordAuthorityRequest: ({ viewer, body }) => authorityRequests.record(viewer, body),
    answerAuthorityRequest: ({ viewer, params, body }) => authorityRequests.answer(viewer, params.id, body),
    listLegalHolds: ({ viewer }) => holds.list(viewer),
    placeLegalHold: ({ viewer, body }) => holds.place(viewer, body),
    changeLegalHold: ({ viewer, params, body }) => holds.change(viewer, params.id, body),
    confirmLegalHold: ({ viewer, params, body }) => holds.confirm(viewer, params.id, body.confirmed),
  });

const reportRoutes = ({ reports }: RecordsService): BoundOperation[] => {
  const publish = async (reply: FastifyReply, period: string, format: 'csv' | 'pdf') =>
    sendFile(reply, await reports.publishedFile(period, format), {
      name: `vlam-transparency-${period}.${format}`,
      format,
      isPublic: true,
    });
  return bind(reportsOperations, {
    transparencyReports: () => reports.listPublished(),
    transparencyCsv: ({ params, reply }) => publish(reply, params.period, 'csv'),
    transparencyPdf: ({ params, reply }) => publish(reply, params.period, 'pdf'),
    listPeriodReports: () => reports.list(),
    periodReport: ({ query }) => reports.get(query.kind, query.period),
    async exportPeriodReport({ viewer, query: { kind, ...asked }, reply }) {
      const { name, file } = await reports.exportFile(viewer, kind, asked);
      sendFile(reply, file, { name, format: asked.format });
    },
    setReportRecipients: ({ viewer, body }) => reports.setRecipients(viewer, body.recipients),
  });
};
