import { expect, it, vi } from 'vitest';
import { pagesOfTable } from '../../../infra/person/walk.ts';
import { settle } from '../../../infra/restore/settle/settle.ts';
import { put, transact } from '#shared/platform/store/transact.ts';
import { useTable } from '../../support/table.ts';

/** The scan of the table by commands of operators, with an item that was damaged outside of the service. */

const table = useTable();

it('leaves a damaged item out and names it without its data; it stops neither the walk nor the settling after a restore', async () => {
  const pk = table.partition();
  const item = (sk: string, data: unknown) => ({ pk, sk, kind: 'recurring-invoice' as const, data });
  await transact([put(item('whole', { isActive: false }))]);
  await transact([put(item('damaged', Buffer.from('ana@client.example')))]);
  const written: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation(text => written.push(String(text)) > 0);
  const found: unknown[] = [];
  for await (const page of pagesOfTable()) found.push(...page.filter(one => one.pk === pk).map(({ sk }) => sk));
  const counts = await settle({ to: '2026-03-01T10:00:00.000Z', until: '2026-03-02T10:00:00.000Z' }, false, () => {});
  vi.restoreAllMocks();
  expect(found).toEqual(['whole']);
  expect(Object.values(counts).every(count => count === 0)).toBe(true);
  expect(written).toHaveLength(2);
  for (const line of written)
    expect(line).toMatch(/^Left out, as it cannot be read: an item of kind recurring-invoice, company \S+\. /);
  expect(written.join('')).not.toContain('ana@');
});
