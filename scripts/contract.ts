import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '@vlam/contract';
import { clientAnswer, clientEvents, serverEvents } from '@vlam/contract/realtime';
import { describeOperations, type OpenApiDocument, schemaOf } from '../apps/server/src/platform/openapi.ts';
import { compareContracts } from './contract-compare.ts';
import { root } from './steps.ts';

const file = join(root, 'docs/contract/released.json');

/** Changes that tabs of the release before could notice, as they are listed, and why they may. */
const accepted: Record<string, string> = {};

/** What tabs and processes of this release rely on: its operations, and the events of its socket. */
export function describeContract(): OpenApiDocument {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const document = describeOperations(operations, version);
  const { schemas } = document.components;
  for (const [name, schema] of Object.entries(serverEvents)) schemas[`server.${name}`] = schemaOf(schema, 'output');
  for (const [name, schema] of Object.entries(clientEvents)) schemas[`browser.${name}`] = schemaOf(schema, 'input');
  schemas['answer.event'] = schemaOf(clientAnswer, 'output');
  return document;
}

export const readReleased = (): OpenApiDocument => JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument;

/** A line for each address and schema, so that the changes of a release can be read. */
export function writeDocument({ paths, components: { schemas, ...components }, ...rest }: OpenApiDocument): string {
  const lines = (all: object) =>
    Object.entries(all)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
      .join(',\n');
  const head = JSON.stringify(rest).slice(1, -1);
  const others = JSON.stringify(components).slice(1, -1);
  return `{${head},\n"paths":{\n${lines(paths)}\n},\n"components":{${others},"schemas":{\n${lines(schemas)}\n}}}\n`;
}

if (import.meta.main) {
  if (process.argv.includes('--release')) writeFileSync(file, writeDocument(describeContract()));
  else {
    const broken = compareContracts(readReleased(), describeContract()).filter((line) => !(line in accepted));
    for (const line of broken) console.error(line);
    if (broken.length > 0) {
      console.error(
        'Tabs and processes of the last release (docs/contract/released.json) could not work with this: add beside the old, and remove in the release after (docs/topics/versions.md)',
      );
      process.exit(1);
    }
  }
}
