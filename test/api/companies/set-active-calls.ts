import { readCompany } from '#shared/platform/access/records.ts';
import { makeReadOnly } from '../../support/matrix/people.ts';
import type { Service, User } from '../../support/service.ts';
import { companiesCalls } from './calls.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/** Companies some of which are read-only, and requests to them. */
export function setActiveCalls(service: () => Service) {
  const { add, at, setPlan } = companiesCalls(service);
  /** Companies of a new organization whose plan was reduced to one with room for some of them: the others are read-only. */
  async function downgraded(plan: string, names: readonly string[], readOnly: readonly string[]) {
    const user = await service().newUser();
    const ids: Record<string, CompanyId> = {};
    for (const [place, name] of names.entries()) ids[name] = (await add(user, { cif: `20${place}`, name })).body.id;
    await setPlan(user, plan);
    await Promise.all(readOnly.map(name => makeReadOnly(ids[name]!)));
    // In practice nobody adds five companies and takes a smaller plan within a second: the index has them by then.
    await service().idle();
    return { user, ids };
  }

  const activate = (user: User, id = '') => at(user, 'PUT', `/${id}/set-active`);

  /** The names of the companies that may be changed, from the records themselves. */
  async function writable(ids: Record<string, CompanyId>): Promise<string[]> {
    const companies = await Promise.all(Object.values(ids).map(id => readCompany(id)));
    return companies.flatMap(one => (one && !one.isReadOnly ? [one.name] : [])).sort();
  }
  return { at, downgraded, activate, writable };
}
