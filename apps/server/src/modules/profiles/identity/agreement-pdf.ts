import { agreementWording } from '@vlam/contract/profiles-identity';
import { type PdfLine, pdfMargin, writePdf } from '../../../platform/pdf.ts';

const timeFormat = new Intl.DateTimeFormat('en-ZA', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'Africa/Johannesburg',
});

/** The agreement as it was signed, with the name as it was typed and the time in South Africa. */
export function renderAgreement(signed: { id: string; name: string; at: Date }): Promise<Buffer> {
  const line = (text: string, more: Omit<PdfLine, 'cells'> = {}): PdfLine => ({
    cells: [{ text, at: pdfMargin }],
    ...more,
  });
  const { title, number, clauses } = agreementWording;
  return writePdf(
    title,
    [
      line(title, { size: 20, bold: true }),
      line(`Wording ${number}`, { space: 4 }),
      ...clauses.map((clause, index) => line(`${index + 1}. ${clause}`, { size: 11, space: 10 })),
      line(`Signed: ${signed.name}`, { size: 12, bold: true, space: 28 }),
      line(`${timeFormat.format(signed.at)}, South Africa`, { space: 4 }),
      line(`Number ${signed.id}`, { space: 4 }),
    ],
    signed.at,
  );
}
