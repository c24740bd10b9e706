import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DISPATCHED_KINDS } from '#shared/app/outbox/dispatch.ts';
import type { OutboxRoute } from '#shared/platform/store/outbox.ts';
import type { Item } from '#shared/platform/store/table.ts';
import { ITEM_KINDS, type ItemKind } from '#shared/base/vocabulary/item-kinds.ts';
import { MAIL_ITEMS } from '#shared/model/kinds.ts';

const root = join(import.meta.dirname, '../../..');

describe('the kinds of items', () => {
  it('are all written by code: no row of the table is left over', () => {
    // Tables that name every kind, and write none.
    const isTable = (file: string): boolean =>
      file.startsWith('shared/base/vocabulary/') || file === 'shared/app/company-purge/kinds.ts';
    const files = globSync('shared/**/*.ts', { cwd: root }).filter(file => !isTable(file));
    const code = files.map(file => readFileSync(join(root, file), 'utf8')).join('\n');
    // The kinds of lines and of mails are derived from that of their document.
    const kinds = Object.keys(ITEM_KINDS)
      .filter(kind => !MAIL_ITEMS.includes(kind as ItemKind))
      .map(kind => kind.replace(/-lines$/, ''));
    expect(kinds.filter(kind => !code.includes(`'${kind}'`))).toEqual([]);
  });

  it('have at most one route', () => {
    expect(DISPATCHED_KINDS.toSorted()).toEqual([...new Set(DISPATCHED_KINDS)].toSorted());
  });

  it('that are not in the table can be neither written nor routed: it does not compile', () => {
    // @ts-expect-error a misspelt kind
    const item: Item = { pk: 'C#1', sk: 'INVMAIL#1', kind: 'invoice-mail' };
    // @ts-expect-error a misspelt kind
    const route: OutboxRoute = { kind: 'invoice-mail', dispatches: () => [] };
    expect([item.kind, route.kind].filter(kind => kind in ITEM_KINDS)).toEqual([]);
  });
});
