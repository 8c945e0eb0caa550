import { maxCertificatePdfBytes } from '@vlam/contract/rules/film-board';
import type { Config } from '../../platform/config.ts';
import { AppError } from '../../platform/errors.ts';
import { sentence } from '../../platform/words.ts';
import { inspectPdf, type PdfRefusal } from './certificate-pdf.ts';

const refusals: Record<PdfRefusal, string> = {
  not_pdf: sentence('This is not a PDF. Send a PDF or a picture of the certificate'),
  active: sentence('This PDF has scripts, attachments or a password. Print it to a new PDF, or send a picture'),
};

/** Throws `TOO_LARGE`, or `UNSUPPORTED_MEDIA` with the reason. */
export function requirePlainPdf(file: Buffer): void {
  if (file.length > maxCertificatePdfBytes) throw new AppError('TOO_LARGE');
  const refusal = inspectPdf(file);
  if (refusal) throw new AppError('UNSUPPORTED_MEDIA', { message: refusals[refusal] });
}

/** PDFs of certificates, each sealed for its registration. */
export function createCertificates({ keys }: Pick<Config, 'keys'>) {
  const sealer = keys.sealer('film-board certificates');
  return {
    seal: (registrationId: string, file: Buffer): Buffer => sealer.sealBytes(file, registrationId),
    open: (registrationId: string, sealed: Buffer): Buffer => sealer.openBytes(sealed, registrationId),
  };
}
export type Certificates = ReturnType<typeof createCertificates>;
