import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';

/** Node's own debugger of another process, for what only the process itself knows. */
export interface Inspector {
  /** Collects garbage and returns the megabytes of JavaScript objects that are left. */
  heapAfterCollection(): Promise<number>;
  close(): void;
}

/** Opens the debugger of a process that was started with `--inspect-port`. */
export async function openInspector(pid: number, port: number): Promise<Inspector> {
  process.kill(pid, 'SIGUSR1');
  let address: string | undefined;
  for (let attempt = 0; !address; attempt += 1) {
    if (attempt === 50) throw new Error('the debugger did not open');
    await sleep(100);
    const list = await fetch(`http://127.0.0.1:${port}/json/list`).then(
      (answer) => answer.json() as Promise<{ webSocketDebuggerUrl: string }[]>,
      () => [],
    );
    address = list[0]?.webSocketDebuggerUrl;
  }
  const socket = new WebSocket(address, { perMessageDeflate: false });
  await once(socket, 'open');
  let lastId = 0;
  const ask = async (method: string): Promise<Record<string, unknown>> => {
    lastId += 1;
    const id = lastId;
    socket.send(JSON.stringify({ id, method }));
    for (;;) {
      const [data] = (await once(socket, 'message')) as [Buffer];
      const answer = JSON.parse(data.toString()) as { id?: number; result?: Record<string, unknown> };
      if (answer.id === id) return answer.result ?? {};
    }
  };
  return {
    async heapAfterCollection() {
      await ask('HeapProfiler.collectGarbage');
      const { usedSize } = await ask('Runtime.getHeapUsage');
      return Number(usedSize) / 2 ** 20;
    },
    close: () => socket.terminate(),
  };
}
