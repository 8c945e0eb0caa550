export interface Progress {
  /** Begins a step and returns how to update and end it. */
  step(label: string): { update(fraction: number, detail?: string): void; done(note?: string): void };
  line(text: string): void;
  /** Clears an unfinished step from a terminal, so that the next output has a line of its own. */
  clear(): void;
}

const width = 24;

/** Shows the progress of a start: a bar on a terminal, one line for each tenth anywhere else. */
export function createProgress(out: NodeJS.WriteStream, nowMs: () => number = () => performance.now()): Progress {
  const terminal = out.isTTY === true;
  const write = (text: string) => void out.write(text);
  return {
    clear: () => terminal && write('\r\x1b[2K'),
    line: (text) => write(`${terminal ? '\r\x1b[2K' : ''}${text}\n`),
    step(label) {
      const since = nowMs();
      let tenth = 0;
      if (terminal) write(`\r\x1b[2K${label} …`);
      return {
        update(fraction, detail = '') {
          const part = Math.min(1, Math.max(0, fraction));
          if (terminal) {
            const filled = Math.round(part * width);
            write(`\r\x1b[2K${label} ${'█'.repeat(filled)}${'░'.repeat(width - filled)} ${percent(part)} ${detail}`);
          } else if (Math.floor(part * 10) > tenth) {
            tenth = Math.floor(part * 10);
            if (tenth < 10) write(`${label}: ${percent(part)}${detail ? `, ${detail}` : ''}\n`);
          }
        },
        done(note = '') {
          const seconds = ((nowMs() - since) / 1000).toFixed(1);
          write(`${terminal ? '\r\x1b[2K' : ''}${label}: done in ${seconds} s${note ? ` (${note})` : ''}\n`);
        },
      };
    },
  };
}

const percent = (fraction: number) => `${Math.round(fraction * 100)} %`;
