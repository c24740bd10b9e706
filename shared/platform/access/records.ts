import type { Company } from '#shared/model/company.ts';
import { getItem, queryItems } from '#shared/platform/store/read.ts';
import {
  companyKey,
  type Item,
  type Key,
  organizationKey,
  userKey,
  userPartition,
  type CompanyId,
} from '#shared/platform/store/table.ts';
import { noteWebhooks } from './webhook-flag.ts';
import type { Account, ApiToken, Membership, Organization, Session } from './model.ts';

/** Table keys of accounts, memberships, sessions and API keys, and the reads that admission needs. */

export const accountKey = (userId: string): Key => userKey(userId, 'A#');
export const membershipKey = (userId: string, organizationId: string): Key => userKey(userId, `A#M#${organizationId}`);
export const sessionKey = (userId: string, sessionId: string): Key => userKey(userId, `SESSION#${sessionId}`);
export const apiTokenKey = (userId: string, hash: string): Key => userKey(userId, `KEY#${hash}`);
export const organizationRecordKey = (organizationId: string): Key => organizationKey(organizationId, 'ORGANIZATION');
export const companyRecordKey = (companyId: CompanyId): Key => companyKey(companyId, 'COMPANY');

type Stored<T> = Item & { data: T };

/** The account (undefined if it does not exist) with its memberships, by one query. */
export async function readAccount(userId: string): Promise<{ account: Account | undefined; memberships: Membership[] }> {
  const items = await queryItems<Item & { data: Account | Membership }>({ partition: userPartition(userId), beginsWith: 'A#' });
  return {
    account: items.find(item => item.kind === 'account')?.data as Account | undefined,
    memberships: items.filter(item => item.kind === 'membership').map(item => item.data as Membership),
  };
}

export const readSession = async (userId: string, sessionId: string): Promise<Session | undefined> =>
  (await getItem<Stored<Session>>(sessionKey(userId, sessionId)))?.data;

export const readApiToken = async (userId: string, hash: string): Promise<ApiToken | undefined> =>
  (await getItem<Stored<ApiToken>>(apiTokenKey(userId, hash)))?.data;

/** A company, even if it is deleted. */
export async function readCompany(companyId: CompanyId): Promise<Company | undefined> {
  const company = (await getItem<Stored<Company>>(companyRecordKey(companyId)))?.data;
  if (company) noteWebhooks(company);
  return company;
}

/** An organization, if it exists. */
export const findOrganization = async (organizationId: string): Promise<Organization | undefined> =>
  (await getItem<Stored<Organization>>(organizationRecordKey(organizationId)))?.data;
