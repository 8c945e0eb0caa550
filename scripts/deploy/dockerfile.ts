import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isSecretName } from './files.ts';

const known = new Set(
  'ADD ARG CMD COPY ENTRYPOINT ENV EXPOSE FROM HEALTHCHECK LABEL RUN USER VOLUME WORKDIR'.split(' '),
);

interface Instruction {
  name: string;
  rest: string;
}

function parseInstructions(text: string): Instruction[] {
  const lines = text
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join('\n')
    .replace(/\\\n\s*/g, ' ');
  return lines
    .trim()
    .split('\n')
    .map((line) => {
      const [, name = '', rest = ''] = /^\s*(\w+)\s+(.*)$/.exec(line) ?? [];
      return { name: name.toUpperCase(), rest };
    });
}

/** Whether an image is named with a tag or digest that is not "latest". */
export const isPinned = (image: string): boolean =>
  /:[\w][\w.-]*$|@sha256:[0-9a-f]{64}$/.test(image) && !/:latest$/.test(image);

/** What is wrong with the Dockerfile of `root`. */
export function checkDockerfile(text: string, root: string): string[] {
  const instructions = parseInstructions(text);
  const found = instructions.flatMap(({ name }) => (known.has(name) ? [] : [`${name}: no such instruction`]));
  const defaults = new Map<string, string>();
  const stages = new Set<string>();
  let stage: Instruction[] = [];
  for (const instruction of instructions) {
    const { name, rest } = instruction;
    if (name === 'ARG' || name === 'ENV') {
      for (const [, key = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) {
        if (name === 'ARG') defaults.set(key, value);
        if (isSecretName(key)) found.push(`${key} is in the image for everyone to read`);
      }
    }
    if (name === 'FROM') {
      const [image = '', , as] = rest.replace(/\$\{(\w+)\}/g, (_, key: string) => defaults.get(key) ?? '').split(/\s+/);
      if (!stages.has(image) && !isPinned(image)) found.push(`FROM ${image || rest}: no version`);
      if (as) stages.add(as);
      stage = [];
    }
    stage.push(instruction);
    if ((name === 'COPY' || name === 'ADD') && !rest.startsWith('--from='))
      for (const source of rest.split(/\s+/).slice(0, -1))
        if (!existsSync(join(root, source))) found.push(`${name} ${source}: there is no such file`);
  }
  const last = (name: string) => stage.findLast((instruction) => instruction.name === name)?.rest;
  const user = last('USER');
  if (!user || !/^[1-9]\d*(:[1-9]\d*)?$/.test(user)) found.push(`USER ${user ?? 'root'}: not a number other than 0`);
  if (!last('HEALTHCHECK')?.includes('CMD ["node"')) found.push('HEALTHCHECK: node does not ask');
  // Through a shell, SIGTERM would end the shell.
  if (!last('ENTRYPOINT')?.startsWith('["node"')) found.push('ENTRYPOINT: the process is not node itself');
  if (stage.some(({ name, rest }) => name === 'RUN' && /\b(apt-get|npm|npx|gcc|make)\b/.test(rest)))
    found.push('RUN: the last stage installs or builds');
  return found;
}
