import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aClip } from '../../../test/clips.ts';
import { findClips } from '../../../test/machine.ts';
import { isNetworkDeniable, runConfined } from './confined.ts';
import { processStream, StreamRefused } from './stream/process-stream.ts';

const clipsWork = await findClips();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vlam-confined-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a program that opens files of members', () => {
  it('sees no environment, starts no program, and writes to its own folder only', async () => {
    const program = join(folder, 'probe.mjs');
    await writeFile(
      program,
      `import { writeFileSync } from 'node:fs';
       import { execFileSync } from 'node:child_process';
       const allowed = (work) => { try { work(); return true; } catch { return false; } };
       console.log(JSON.stringify([
         Object.keys(process.env).length,
         allowed(() => execFileSync('/bin/true')),
         allowed(() => writeFileSync(process.argv[2] + '/inside', '')),
         allowed(() => writeFileSync(process.argv[2] + '/../outside', '')),
       ]));`,
    );
    const inner = await mkdtemp(join(folder, 'inner-'));
    const { code, lastLine } = await runConfined({ program, args: [inner], writable: inner, maxMs: 20_000 });
    expect([code, JSON.parse(lastLine)]).toEqual([0, [0, false, true, false]]);
  });

  it('T56: reaches no network where the machine can deny it', async ({ skip }) => {
    if (!(await isNetworkDeniable())) skip('no user namespaces');
    let connections = 0;
    const server = createServer(() => {
      connections += 1;
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const program = join(folder, 'connect.mjs');
    await writeFile(
      program,
      `import { connect } from 'node:net';
       const socket = connect(Number(process.argv[2]), '127.0.0.1');
       socket.on('connect', () => { console.log('connected'); process.exit(); });
       socket.on('error', (error) => { console.log(error.code); process.exit(); });`,
    );
    const { lastLine } = await runConfined({ program, args: [String(port)], writable: null, maxMs: 20_000 });
    server.close();
    expect([lastLine, connections]).toEqual([expect.stringMatching(/^E(NETUNREACH|CONNREFUSED)$/), 0]);
  });

  it.skipIf(!clipsWork)('is ended past its time or memory, and its file refused', { tags: ['long'] }, async () => {
    const input = join(folder, 'clip.mp4');
    await writeFile(input, await aClip({ seconds: 6, width: 640, height: 360 }));
    const refusal = async (budget: { maxMs: number; maxMemory: number }) => {
      const out = await mkdtemp(join(folder, 'out-'));
      const job = { kind: 'video' as const, input, folder: out, onProgress: () => {}, budget };
      const refused = await processStream(job).catch((error: unknown) => error);
      return refused instanceof StreamRefused ? refused.kind : (await readdir(out)).join();
    };
    expect(await refusal({ maxMs: 400, maxMemory: 2e9 })).toBe('too-slow');
    expect(await refusal({ maxMs: 60_000, maxMemory: 60e6 })).toBe('unreadable');
  });
});
