import { beforeAll, describe, expect, it } from 'vitest';
import type { DocumentType, DocumentParts, WithLines } from '#shared/documents/common/definition.ts';
import { createWrites, readDocument } from '#shared/documents/common/store.ts';
import { addDays } from '#shared/base/kernel/dates.ts';
import { newId } from '#shared/base/kernel/ids.ts';
import { readSnapshot } from '#shared/documents/lists/snapshot.ts';
import type { Convertible } from '#shared/model/convertible/document.ts';
import type { Kind } from '#shared/model/kinds.ts';
import { transact } from '#shared/platform/store/transact.ts';
import { call } from '../invoices.ts';
import type { Scope, Service } from '../service.ts';
import { renameListFile } from './rename-file.ts';

/** More documents than changes after which a list gets a file (`MANY_CHANGES`). */
const DOCUMENTS = 120;
const LIMIT = 50;

interface Listed {
  uuid: string;
  number: string;
  dueDate: string | null;
}

/** A kind of documents with a list, and how a test creates one. */
interface LongList<D extends DocumentParts & { header: Convertible }> {
  service: () => Service;
  path: '/proforma-invoices' | '/delivery-notes';
  kind: Kind;
  type: DocumentType<D>;
  company(service: Service): Promise<Scope>;
  /** A draft that is due on a day (`YYYY-MM-DD`). */
  make(service: Service, scope: Scope, dueDate: string): Promise<Listed>;
}

/**
 * * Declares the tests of a list that is so long that it is read from a file of columns: it has the same documents as without the file,
 * and the changes since. For `useOwnService`: the file that was read last is kept by the process, and the clock is turned.
 */
export function describeLongList<D extends DocumentParts & { header: Convertible }>(list: LongList<D>): void {
  const { service, path, kind, type } = list;
  let scope: Scope;
  let listed: Listed[];

  const request = <T>(method: string, rest: string) => call<T>(service(), scope, method, `${path}${rest}`);
  const snapshot = () => readSnapshot(kind, scope.company);

  /** The ids of all pages, by due date, which no index has; and the cost of the first page. */
  async function shown() {
    const pages = Array.from({ length: Math.ceil(listed.length / LIMIT) }, (_, place) => place + 1);
    const ids = [];
    const costs = [];
    for (const page of pages) {
      const { status, body } = await request<{ data: Listed[]; total: number }>(
        'GET',
        `?sort=dueDate&order=asc&limit=${LIMIT}&page=${page}`,
      );
      expect([status, body.total]).toEqual([200, listed.length]);
      ids.push(...body.data.map(({ uuid }) => uuid));
      costs.push(service().runtime.meter.last(1)[0]);
    }
    return { ids, cost: costs[0] };
  }

  const expected = (): string[] =>
    listed.toSorted((a, b) => (String(a.dueDate) < String(b.dueDate) ? -1 : 1)).map(({ uuid }) => uuid);

  beforeAll(async () => {
    scope = await list.company(service());
    const first = await list.make(service(), scope, '2027-01-01');
    const stored = await readDocument(type, scope.company, first.uuid);
    if (!stored) throw new Error('The document is not stored.');
    listed = [first];
    for (let place = 1; place < DOCUMENTS; place++) {
      // Each day once, in another order than they are created.
      const dueDate = addDays('2027-01-01', (place * 7) % DOCUMENTS);
      const copy: WithLines<D['header']> = { ...stored.document, id: newId(), number: `L-${place}`, dueDate, version: 1 };
      await transact(createWrites(type, copy, []));
      listed.push({ uuid: copy.id, number: copy.number, dueDate });
    }
    // Until the index of changes has all of them, a list may not ask for a file.
    await service().idle();
  }, 60_000);

  describe(`GET ${path} of many documents`, () => {
    it('returns all of them, and has a file made of them', async () => {
      expect(await snapshot()).toBeUndefined();
      expect((await shown()).ids).toEqual(expected());
      await service().idle();
      expect(await snapshot()).toBeDefined();
    });

    it('returns the same with the file, at less cost, and the changes since', async () => {
      const before = await shown();
      // Until then the documents in the file may not have been in the index when it was made: the next file certainly has them.
      await service().advance('PT11M');
      await shown();
      await service().idle();
      await renameListFile(kind, scope.company);
      const after = await shown();
      expect([before.ids, after.ids]).toEqual([expected(), expected()]);
      expect(after.cost?.s3).toBe(1);
      // The documents of a page are read one by one; the rows of the list no longer.
      expect(after.cost?.dynamodb.readUnits).toBeLessThan((before.cost?.dynamodb.readUnits ?? 0) - 3);
      // The first one is no copy.
      expect((await request('DELETE', `/${listed.shift()?.uuid}`)).status).toBe(204);
      listed.push(await list.make(service(), scope, '2026-12-01'));
      expect((await shown()).ids).toEqual(expected());
    }, 60_000);
  });
}
