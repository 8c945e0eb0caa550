import { deflateSync } from 'node:zlib';
import { maxCertificatePdfBytes } from '@vlam/contract/rules/film-board';
import { beforeAll, describe, expect, it } from 'vitest';
import { aCreator, aProfile, type TestProfile } from '../../../test/factories.ts';
import { createFilmBoardScene } from '../../../test/film-board.ts';
import { aReadyFile, at } from '../../../test/publications.ts';
import { readPdf } from '../../../test/read-pdf.ts';
import { useTestApp } from '../../../test/use-app.ts';
import { inspectPdf } from './certificate-pdf.ts';

/** A PDF of one empty page, with more objects. */
function aPdf(...more: (string | Buffer)[]): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] >>',
    ...more,
  ];
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const places = objects.map((object, index) => {
    const place = parts.reduce((sum, part) => sum + part.length, 0);
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n'));
    return place;
  });
  const start = parts.reduce((sum, part) => sum + part.length, 0);
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\n`;
  return Buffer.concat([...parts, Buffer.from(`${table}startxref\n${start}\n%%EOF\n`)]);
}
const stream = (dictionary: string, data: Buffer | string) =>
  Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${data.length} >>\nstream\n`),
    Buffer.from(data),
    Buffer.from('\nendstream'),
  ]);
const packed = (text: string) => stream('/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', deflateSync(text));
const html = '<!doctype html><script>alert(1)</script>';

describe('T133: a file that calls itself a PDF', () => {
  it('is judged by its content', async () => {
    const plain = aPdf(packed('5 0 << /Type /Font >>'), stream('', 'BT (Text about scripts) Tj ET'));
    expect((await readPdf(plain)).length).toBe(1);
    expect(inspectPdf(plain)).toBeNull();
    for (const file of [
      Buffer.from(html),
      Buffer.from(`${html}%PDF-1.7\n`),
      Buffer.concat([Buffer.from(html), aPdf()]),
      Buffer.concat([aPdf(), Buffer.from(html)]),
      Buffer.from(`%PDF-1.7\n${html}`),
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      Buffer.from('MZ executable'),
      aPdf().subarray(0, 120),
      Buffer.alloc(0),
    ])
      expect([file.toString('latin1').slice(0, 20), inspectPdf(file)]).toEqual([expect.anything(), 'not_pdf']);
  });

  it.each([
    ['a script', '<< /S /JavaScript /JS (app.alert(1)) >>'],
    ['a script whose name is written in codes', '<< /S /#4aavaScript /J#53 (app.alert(1)) >>'],
    ['a script between what looks like the ends of a stream', '(stream\n) /A << /S /JavaScript >> (endstream)'],
    ['a program', '<< /S /Launch /F (calc.exe) >>'],
    ['another file', '<< /Type /Filespec /EF << /F 9 0 R >> /EmbeddedFile true >>'],
    ['a form that runs', '<< /XFA 9 0 R >>'],
    ['a password', '<< /Encrypt 9 0 R >>'],
    ['a script in a packed object', packed('5 0 << /S /JavaScript /JS (app.alert(1)) >>')],
    [
      'a script in an object that is packed twice',
      stream('/Type /ObjStm /Filter [/ASCIIHexDecode /FlateDecode]', '00'),
    ],
    ['packed objects that cannot be read', stream('/Type /ObjStm /Filter /FlateDecode', 'nonsense')],
    ['packed objects that grow without end', packed(' '.repeat(6 * 1024 * 1024))],
  ])('is refused with %s', (_, object) => {
    expect(inspectPdf(aPdf(object))).toBe('active');
  });
});

const t = useTestApp();
const { aRegistration, anOfficer, actionsOf } = createFilmBoardScene(t);
let creator: TestProfile;
let officer: TestProfile;
let id: string;
beforeAll(async () => {
  ({ creator, id, staff: officer } = await aRegistration());
});
const send = (file: Buffer | string, as = creator) =>
  t.client(as).call('setCertificatePdf', { body: { file: Buffer.from(file).toString('base64') } });
const ownFile = (as: TestProfile) =>
  t.client(as).request('GET', `/api/compliance/fpb-registration/${id}/certificate.pdf`);
const staffFile = (as: TestProfile) =>
  t.client(as).request('GET', `/api/admin/fpb-registrations/${id}/certificate.pdf`);

describe('T133: a certificate as PDF', () => {
  it('is refused when it is HTML, a picture or too large, and nothing is stored', async () => {
    for (const file of [html, 'GIF89a', '']) {
      const { error } = await send(file);
      expect([error?.code, error?.message]).toEqual(['UNSUPPORTED_MEDIA', expect.stringContaining('not a PDF')]);
    }
    expect((await send(aPdf('<< /S /JavaScript /JS (1) >>'))).error).toMatchObject({ code: 'UNSUPPORTED_MEDIA' });
    const filled = aPdf(stream('', Buffer.alloc(maxCertificatePdfBytes)));
    expect((await send(filled)).error?.code).toBe('VALIDATION_FAILED');
    const huge = await send(Buffer.alloc(2 * maxCertificatePdfBytes));
    expect(huge.status).toBe(413);
    const { body } = await t.client(creator).call('ownRegistration');
    expect(body.active).toMatchObject({ hasCertificatePdf: false, certificateUrl: null });
    expect((await ownFile(creator)).status).not.toBe(200);
  });

  it('needs a registration', async () => {
    expect((await send(aPdf(), await aCreator(t))).error?.code).toBe('CONFLICT');
  });

  it('is sealed, and saved by its owner and staff of compliance alone, never shown as a page', async () => {
    const file = aPdf('<< /Title (CERTIFICATE 4711) >>');
    expect((await send(file)).body.active).toMatchObject({ hasCertificatePdf: true, certificateUrl: null });
    const stored = await t.db
      .selectFrom('film_board_registrations')
      .select('certificate_pdf')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(stored.certificate_pdf?.includes('CERTIFICATE 4711')).toBe(false);
    for (const answer of [await ownFile(creator), await staffFile(officer)]) {
      expect(answer.status).toBe(200);
      expect(Buffer.from(answer.text, 'utf8').includes('CERTIFICATE 4711')).toBe(true);
      expect(answer.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename="certificate.pdf"',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      });
    }
    expect(await actionsOf(id)).toEqual(['approved', 'certificate_shown']);
    const strangers = [await aCreator(t), await aProfile(t), await aProfile(t, { role: 'moderator' })];
    for (const stranger of strangers) {
      expect((await ownFile(stranger)).text).not.toContain('CERTIFICATE');
      expect((await staffFile(stranger)).text).not.toContain('CERTIFICATE');
    }
    expect((await ownFile(officer)).text).not.toContain('CERTIFICATE');
    expect((await t.client(officer).call('openRegistration', at(id))).body).toMatchObject({
      hasCertificate: true,
      hasCertificatePdf: true,
    });
    expect((await t.client(creator).call('complianceStatus')).body.action).toBeNull();
    // It is in no copy of the member's data either.
    expect((await t.client(officer).call('readCertificate', at(id))).error?.code).toBe('NOT_FOUND');
  });

  it('takes the place of a picture, and a picture its own', async () => {
    const mediaId = await aReadyFile(t, creator);
    const pictured = (await t.client(creator).call('setCertificate', { body: { mediaId } })).body.active;
    expect(pictured).toMatchObject({ hasCertificatePdf: false, certificateUrl: expect.stringContaining(mediaId) });
    expect((await ownFile(creator)).status).not.toBe(200);
    expect((await send(aPdf())).body.active).toMatchObject({ hasCertificatePdf: true, certificateUrl: null });
    await t.drain();
    const { state } = await t.db
      .selectFrom('media')
      .select('state')
      .where('id', '=', mediaId)
      .executeTakeFirstOrThrow();
    expect(state).not.toBe('ready');
    expect(await anOfficer()).toBeDefined();
  });
});
