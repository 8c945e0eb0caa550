import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export interface KeyPair {
  accessKeyId: string;
  secretAccessKey: string;
}

const sha256 = (data: string) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

function canonicalQuery(query: string): string {
  const pairs = query === '' ? [] : query.split('&');
  return pairs
    .map((pair) => {
      const [name = '', value = ''] = pair.split('=');
      return `${encode(decodeURIComponent(name))}=${encode(decodeURIComponent(value))}`;
    })
    .sort()
    .join('&');
}

/** Checks a signature of version 4 in the header; returns the error code of S3, or null for a right one. */
export function checkSignature(request: IncomingMessage, { accessKeyId, secretAccessKey }: KeyPair): string | null {
  const header = request.headers.authorization ?? '';
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      header,
    );
  const [, id = '', day = '', region = '', signed = '', signature = ''] = match ?? [];
  if (!match) return 'AccessDenied';
  if (id !== accessKeyId) return 'InvalidAccessKeyId';
  const time = String(request.headers['x-amz-date'] ?? '');
  const at = Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!time.startsWith(day) || Math.abs(at - Date.now()) > 15 * 60_000) return 'RequestTimeTooSkewed';
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const names = signed.split(';');
  if (!names.includes('host') || !names.includes('x-amz-content-sha256')) return 'AccessDenied';
  const headers = names.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`).join('');
  const payload = String(request.headers['x-amz-content-sha256']);
  const canonical = [request.method, path, canonicalQuery(query), headers, signed, payload].join('\n');
  const text = ['AWS4-HMAC-SHA256', time, `${day}/${region}/s3/aws4_request`, sha256(canonical)].join('\n');
  const key = hmac(hmac(hmac(hmac(`AWS4${secretAccessKey}`, day), region), 's3'), 'aws4_request');
  const right = hmac(key, text);
  return timingSafeEqual(right, Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch';
}
