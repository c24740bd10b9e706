import { PERMISSIONS } from '#shared/platform/access/permissions.ts';
import type { Service } from '../service.ts';
import { deletable, scopeOf } from './endpoints.ts';
import { addCompany, newKey, newMember, newOrganization, type Organization } from './people.ts';
import { type Fixtures, openFixtures } from './targets.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/** A user from whom the records of a company are hidden, and who has every permission in another company. */
export interface Stranger {
  name: string;
  authorization: string;
  isKey: boolean;
  /** A member of the same organization, or a key of one. */
  isColleague: boolean;
  /** The company where they have access … */
  company: CompanyId;
  /** … and the records there. */
  records: Fixtures;
}

export interface Neighbourhood {
  /** The owner of the requested records. */
  victim: Organization;
  victims: Fixtures;
  /** Another organization … */
  stranger: Organization;
  strangers: Fixtures;
  /** … and another company of the same one. */
  sister: Organization;
  sisters: Fixtures;
  all: Stranger[];
}

/** A company with those who must not know of its records: other organizations, and members who are limited to another company. */
export async function openNeighbourhood(service: Service): Promise<Neighbourhood> {
  const [victim, stranger] = await Promise.all([newOrganization(service, 'Victim'), newOrganization(service, 'Stranger')]);
  const sister = { ...victim, company: await addCompany(service, victim.owner.token, { cif: '55667788' }) };
  const colleague = await newMember(victim, {
    membership: { role: 'accountant', permissions: [...PERMISSIONS], allowedCompanies: [sister.company] },
  });
  const [victims, strangers, sisters] = [victim, stranger, sister].map(one => openFixtures(service, scopeOf(one), deletable)) as [
    Fixtures,
    Fixtures,
    Fixtures,
  ];
  const abroad = { isColleague: false, company: stranger.company, records: strangers };
  const inHouse = { isColleague: true, company: sister.company, records: sisters };
  const all = [
    { ...abroad, name: 'the owner of another organization', isKey: false, authorization: `Bearer ${stranger.owner.token}` },
    {
      ...{ ...abroad, name: 'an API key of another organization', isKey: true },
      authorization: await newKey(stranger, stranger.owner, PERMISSIONS),
    },
    { ...inHouse, name: 'a member for another company', isKey: false, authorization: `Bearer ${colleague.token}` },
    {
      ...{ ...inHouse, name: 'an API key of a member for another company', isKey: true },
      authorization: await newKey(victim, colleague, PERMISSIONS),
    },
  ];
  return { victim, victims, stranger, strangers, sister, sisters, all };
}
