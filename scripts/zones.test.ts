import { describe, expect, it } from 'vitest';
import { importsOf } from './imports.ts';
import { contextParts, findForeignTables, findViolations, ranks } from './zones.ts';

const violation = (path: string, specifier: string) =>
  findViolations([{ path, text: `import { thing } from '${specifier}';\n` }]).length > 0;
const module = (name: string) => `apps/server/src/modules/${name}`;

describe('zones', () => {
  it('finds every way to import', () => {
    const text = [
      "import a from './a.ts';",
      "import type { B } from './b.ts';",
      'import {\n  c,\n  d,\n} from "./c.ts";',
      "import './d.ts';",
      "export * from './e.ts';",
      "const f = await import('./f.ts');",
      "// import g from './g.ts';",
      "const words = 'import h from nowhere';",
    ].join('\n');
    expect(importsOf(text)).toEqual(['./a.ts', './b.ts', './c.ts', './d.ts', './e.ts', './f.ts']);
  });

  it.each([
    [`${module('content')}/service.ts`, '../profiles/service.ts', false],
    [`${module('content')}/service.ts`, '../profiles/store.ts', true],
    [`${module('content')}/feed/list.ts`, '../../profiles/service.ts', false],
    [`${module('content')}/service.ts`, '../profiles/cards/service.ts', true],
    [`${module('content')}/service.ts`, '../social/service.ts', true],
    [`${module('content')}/service.ts`, '../discovery/service.ts', true],
    [`${module('content')}/service.ts`, './store.ts', false],
    [`${module('content')}/routes.ts`, '../../platform/operation.ts', false],
    [`${module('content')}/routes.ts`, '../../context.ts', true],
    [`${module('content')}/routes.ts`, '@vlam/contract/content', false],
    [`${module('content')}/service.ts`, '../../../demo/texts.ts', true],
    [`${module('unheard-of')}/service.ts`, '../profiles/service.ts', true],
    ['apps/server/src/platform/jobs.ts', '../modules/identity/service.ts', true],
    ['apps/server/src/platform/health.ts', '../context.ts', true],
    ['apps/server/src/context.ts', './modules/content/store.ts', false],
    ['apps/server/src/context/money.ts', './foundation.ts', false],
    ['apps/server/src/context/money.ts', './upward-ports.ts', false],
    ['apps/server/src/context/money.ts', '../modules/payments/service.ts', false],
    ['apps/server/src/context/money.ts', '../modules/identity/service.ts', false],
    ['apps/server/src/context/money.ts', './people.ts', true],
    ['apps/server/src/context/money.ts', './answer-upward-ports.ts', true],
    ['apps/server/src/context/money.ts', '../modules/profiles/service.ts', true],
    ['apps/server/src/context/money.ts', '../modules/unheard-of/service.ts', true],
    ['apps/server/src/context/oversight.ts', '../joins/notice-rules.ts', false],
    ['apps/sandbox-provider/src/api.ts', './book.ts', false],
    ['apps/sandbox-provider/src/api.ts', '../../server/src/platform/ids.ts', true],
    ['apps/sandbox-provider/src/api.ts', '@vlam/contract/payments', true],
    ['apps/server/src/payment-providers.ts', '@vlam/sandbox-provider', false],
    [`${module('payments')}/service.ts`, '@vlam/sandbox-provider', true],
    ['packages/contract/src/content.ts', 'zod/mini', false],
    ['packages/contract/src/content.ts', './schemas.ts', false],
    ['packages/contract/src/content.ts', 'node:crypto', true],
    ['apps/web/src/components/ui/button.tsx', '../../lib/router.tsx', false],
    ['apps/web/src/components/ui/button.tsx', '../../features/gifts/api.ts', true],
    ['apps/web/src/features/gifts/api.ts', '../../lib/client.ts', false],
    ['apps/web/src/features/gifts/api.ts', '../content/api.ts', true],
    ['apps/web/src/features/gifts/api.ts', '../../app/router.tsx', true],
    ['apps/web/src/app/routes/gifts.tsx', '../../features/gifts/api.ts', false],
    ['apps/web/src/lib/client.ts', '../../../server/src/app.ts', true],
  ])('%s importing %s is refused: %s', (path, specifier, refused) => {
    expect(violation(path, specifier)).toBe(refused);
  });

  it('has every part of the context build ranks that do not fall', () => {
    const lowest = contextParts.map(([, modules]) =>
      Math.min(...modules.map((name) => ranks.findIndex((names) => names.includes(name)))),
    );
    expect(lowest).toEqual([...lowest].sort((a, b) => a - b));
    const built = contextParts.flatMap(([, modules]) => modules);
    expect(new Set(built).size).toBe(built.length);
    expect(built.sort()).toEqual(
      ranks
        .flat()
        .filter((name) => name !== 'platform')
        .sort(),
    );
  });

  it('finds a table that is named outside its module', () => {
    const migrations = [
      { path: 'apps/server/migrations/0007-content.sql', text: 'create table content_items (id uuid);' },
      { path: 'apps/server/migrations/0320-calls.names.sql', text: 'alter table call_pages rename to call_tabs;' },
    ];
    const naming = (name: string, text: string) =>
      findForeignTables([{ path: `${module(name)}/store.ts`, text }], migrations).length > 0;
    expect(naming('content', "db.selectFrom('content_items')")).toBe(false);
    expect(naming('social', "db.selectFrom('content_items')")).toBe(true);
    expect(naming('social', "db.selectFrom('likes').innerJoin('content_items as items', 'a', 'b')")).toBe(true);
    expect(naming('social', 'sql`update content_items set like_count = 1`')).toBe(true);
    expect(naming('social', '// content_items is not ours')).toBe(false);
    expect(naming('calls', "db.selectFrom('call_tabs')")).toBe(false);
    expect(naming('social', "db.selectFrom('call_tabs')")).toBe(true);
  });
});
