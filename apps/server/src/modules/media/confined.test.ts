import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aClip } from '../../../test/clips.ts';
import { findClips } from '../../../test/machine.ts';
import { confinement, hideFromPrograms, runConfined } from './confined.ts';
import { hideCommand } from './hidden-folders.ts';
import { processStream, StreamRefused } from './stream/process-stream.ts';

const execute = promisify(execFile);
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
    const { code, lastLine } = await runConfined({ program, args: [inner], reads: [], writable: inner, maxMs: 20_000 });
    expect([code, JSON.parse(lastLine)]).toEqual([0, [0, false, true, false]]);
  });

  it('T56: sees its own files of a hidden folder, and cannot bring the others back', async ({ skip }) => {
    if ((await confinement()) !== 'whole') skip('no mount namespaces');
    const data = await mkdtemp(join(folder, "data isn't "));
    const [own, work] = [join(data, 'uploads', 'own.mp4'), join(data, 'clips', 'work')];
    for (const path of [join(data, 'uploads'), work]) await mkdir(path, { recursive: true });
    await writeFile(own, 'own');
    await writeFile(join(data, 'master.key'), 'canary');
    await writeFile(join(data, 'uploads', 'of-another.mp4'), 'canary');
    hideFromPrograms(data);
    const program = join(folder, 'look.mjs');
    await writeFile(
      program,
      `import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
       const [data, own, work] = process.argv.slice(2);
       writeFileSync(work + '/result', readFileSync(own, 'utf8'));
       console.log(JSON.stringify(readdirSync(data, { recursive: true }).sort()));`,
    );
    const wanted = { program, args: [data, own, work], reads: [own], writable: work, maxMs: 20_000 };
    const { code, lastLine } = await runConfined(wanted);
    expect([code, JSON.parse(lastLine)]).toEqual([
      0,
      ['clips', 'clips/work', 'clips/work/result', 'uploads', 'uploads/own.mp4'],
    ]);
    expect(await readFile(join(work, 'result'), 'utf8')).toBe('own');

    expect((await execute('/bin/ls', ['-R', data])).stdout).toContain('master.key');
    // Native code is not bound by Node's permissions.
    const [file = '', ...outer] = hideCommand([data], []);
    for (const attempt of [`umount '${data.replaceAll("'", `'\\''`)}'`, 'unshare --mount umount -l "$1"']) {
      const look = `${attempt}; ls -R "$1"`;
      const seen = await execute(file, [...outer, '/bin/sh', '-c', look, 'sh', data]).catch((error) => error);
      expect(seen.stdout).toContain(data);
      expect(seen.stdout).not.toContain('master.key');
    }
  });

  it('T56: reaches no network where the machine can deny it', async ({ skip }) => {
    if ((await confinement()) === 'none') skip('no user namespaces');
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
    const { lastLine } = await runConfined({ program, args: [String(port)], reads: [], writable: null, maxMs: 20_000 });
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
