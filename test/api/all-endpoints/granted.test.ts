import { beforeAll, describe, expect, test } from 'vitest';
import { LONG } from '../../support/effort.ts';
import { welcome } from '../../support/matrix/callers.ts';
import {
  checkedSender,
  type Definition,
  deletable,
  FIRST_OF_SHAPE,
  GUARDED,
  inTurn,
  requestAs,
  scopeOf,
  shown,
} from '../../support/matrix/endpoints.ts';
import { refusalOf } from '../../support/matrix/outcome.ts';
import { addCompany, newOrganization, type Organization } from '../../support/matrix/people.ts';
import { bodyFor } from '../../support/matrix/resources.ts';
import { selected } from '../../support/selection/selected.ts';
import { type Fixtures, isPersonal, makeTarget, openFixtures, type Params, recordsIn } from '../../support/matrix/targets.ts';
import { useService } from '../../support/service.ts';
import type { Permission } from '#shared/platform/access/permissions.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/** Every endpoint of the catalogue admits callers who hold exactly what its definition requires. */

/** The callers of an endpoint that is not the first of its shape: the owner, a key, a member, a role in turn; or all of them. */
const COMING = LONG ? 4 : 1;

const service = useService();
let open: Organization;
let records: Fixtures;
let made = 0;
const freshCompany = (): Promise<CompanyId> => addCompany(service(), open.owner.token, { cif: String(55_550_000 + made++) });

beforeAll(async () => {
  open = await newOrganization(service(), 'Open');
  records = openFixtures(service(), scopeOf(open), deletable);
});

/** An id is the same in capitals. */
const inCapitals = (definition: Definition, params: Params): Params =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, recordsIn(definition).includes(name) ? value.toUpperCase() : value]),
  );

/** What the request of an endpoint needs beside its permission: an import of clients, a mail with what a report shows. */
const BESIDES: Partial<Record<string, Permission[]>> = {
  'imports-create': ['client.create'],
  'reports-statement-email': ['report.view'],
};

describe('callers with exactly what is required are admitted', () => {
  test.each(selected(GUARDED))('$title', async ({ name, definition }) => {
    const { method, path, sessionOnly, companyIn } = definition;
    // A request may end the company; and a company has 20 webhooks at most.
    const fresh = method !== 'GET' && (companyIn === 'path' || path.startsWith('/api/v1/webhooks/'));
    const guests = welcome(open, definition.permission, BESIDES[name]).filter(
      ({ credential, isOwner }) => (!sessionOnly || credential === 'session') && (!isPersonal(definition) || isOwner),
    );
    const coming = FIRST_OF_SHAPE.has(name) ? guests : inTurn(guests, COMING, name);
    const answers = coming.map(async (guest, place) => {
      const company = fresh ? await freshCompany() : open.company;
      const scope = { token: open.owner.token, company };
      const [caller, params, body] = await Promise.all([
        guest.come(company),
        method === 'GET' ? records.target(definition) : makeTarget(service(), scope, definition),
        definition.body ? bodyFor(service(), scope, method, path) : {},
      ]);
      expect(refusalOf(definition, caller)).toBeUndefined();
      const written = place === 0 ? inCapitals(definition, params) : params;
      return { caller, answer: await checkedSender(service().url)(requestAs(definition, caller, written, body)) };
    });
    expect(answers.length).toBeGreaterThan(0);
    for (const { caller, answer } of await Promise.all(answers)) {
      expect([401, 403, 405, 413, 429, 500], shown(caller, answer)).not.toContain(answer.status);
      if (recordsIn(definition).length > 0 || companyIn === 'path') expect(answer.status, shown(caller, answer)).not.toBe(404);
    }
  });
});
