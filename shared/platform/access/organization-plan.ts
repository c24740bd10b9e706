import { conflict, found, planLimit } from '#shared/base/kernel/errors.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { type Item, organizationKey } from '#shared/platform/store/table.ts';
import { update, type Write } from '#shared/platform/store/transact.ts';
import type { Company } from '#shared/model/company.ts';
import type { Organization, People, Plan } from './model.ts';
import { PLANS } from './plans.ts';

/** An organization with the counters of its plan. Counters are attributes outside `data`, so change the item by updates only. */
export type OrganizationItem = Item & {
  data: Organization;
  companyCount?: number;
  /** Sandbox companies, which `companyCount` leaves out. */
  sandboxCount?: number;
  people?: People;
  /** Number of decisions so far about which of its companies are writable; serves as a version. */
  writableDecisions?: number;
};

/** The organization with its counters; undefined if it does not exist. */
export const findOrganizationItem = (organizationId: string): Promise<OrganizationItem | undefined> =>
  getItem<OrganizationItem>(organizationKey(organizationId, 'ORGANIZATION'));

/** @throws 404 */
export const readOrganization = async (organizationId: string): Promise<OrganizationItem> =>
  found(await findOrganizationItem(organizationId), 'Organization');

/** The plan of an organization. */
export const planOf = async (organizationId: string): Promise<Plan> => (await readOrganization(organizationId)).data.plan;

/** Sandbox companies of an organization: a seller, a buyer and one more. */
export const MAX_SANDBOXES = 3;

/** The write that counts one more company of either kind. @throws 402 and 409 as the two functions below */
export const countCompany = (organization: OrganizationItem, { sandbox }: Pick<Company, 'sandbox'>): Write =>
  sandbox ? countSandbox(organization) : countReal(organization);

/**
 * The write that counts one more sandbox company, which the plan does not count. Fails with `ConditionFailed` when the limit has been
 * reached since the read.
 *
 * @throws 409 if the count was already at the limit when it was read
 */
function countSandbox({ data: { id }, sandboxCount = 0 }: OrganizationItem): Write {
  if (sandboxCount >= MAX_SANDBOXES)
    throw conflict(`The organization has ${MAX_SANDBOXES} sandbox companies: delete one first.`, { reason: 'sandbox_limit' });
  return update(organizationKey(id, 'ORGANIZATION'), {
    expression: 'ADD sandboxCount :one',
    values: { ':one': 1, ':limit': MAX_SANDBOXES },
    condition: 'attribute_exists(pk) AND (attribute_not_exists(sandboxCount) OR sandboxCount < :limit)',
  });
}

/**
 * The write that counts one more company of the plan. Fails with `ConditionFailed` if the plan has changed since the read or the limit has been
 * reached, so the limit is exact under concurrency.
 *
 * @throws 402 if the count was already at the limit when it was read
 */
function countReal({ data: { id, plan }, companyCount = 0 }: OrganizationItem): Write {
  const limit = PLANS[plan].maxCompanies;
  if (limit !== null && companyCount >= limit) throw planLimit('maxCompanies', limit, plan);
  return update(organizationKey(id, 'ORGANIZATION'), {
    expression: 'ADD companyCount :one',
    names: { '#data': 'data', '#plan': 'plan' },
    values: { ':one': 1, ':plan': plan, ...(limit !== null && { ':limit': limit }) },
    condition: `#data.#plan = :plan${limit === null ? '' : ' AND (attribute_not_exists(companyCount) OR companyCount < :limit)'}`,
  });
}

/** Counts one company less. */
export const uncountCompany = ({ organizationId, sandbox }: Pick<Company, 'organizationId' | 'sandbox'>): Write =>
  update(organizationKey(organizationId, 'ORGANIZATION'), {
    expression: `ADD ${sandbox ? 'sandboxCount' : 'companyCount'} :less`,
    values: { ':less': -1 },
    condition: 'attribute_exists(pk)',
  });

/**
 * A write that every decision about writable companies must include: fails with `ConditionFailed` if the plan, the number of
 * companies or the number of decisions has changed since the read.
 */
export const decideWritable = ({ data: { id, plan }, companyCount, writableDecisions }: OrganizationItem): Write =>
  update(organizationKey(id, 'ORGANIZATION'), {
    expression: 'ADD writableDecisions :one',
    names: { '#data': 'data', '#plan': 'plan' },
    values: {
      ':one': 1,
      ':plan': plan,
      ...(companyCount !== undefined && { ':count': companyCount }),
      ...(writableDecisions !== undefined && { ':decisions': writableDecisions }),
    },
    condition: [
      '#data.#plan = :plan',
      companyCount === undefined ? 'attribute_not_exists(companyCount)' : 'companyCount = :count',
      writableDecisions === undefined ? 'attribute_not_exists(writableDecisions)' : 'writableDecisions = :decisions',
    ].join(' AND '),
  });
