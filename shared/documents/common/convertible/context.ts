import type { Membership } from '#shared/platform/access/model.ts';
import { membershipKey } from '#shared/platform/access/records.ts';
import type { Company } from '#shared/model/company.ts';
import { getItem } from '#shared/platform/store/read.ts';
import type { Item } from '#shared/platform/store/table.ts';
import type { DraftingContext } from '../drafting.ts';
import type { ReadContext } from '../drafting-context.ts';
import type { ConvertibleBody } from './input.ts';

/** What a proforma or delivery note is drafted with. */
export interface ConvertibleContext extends DraftingContext {
  /** The member of the company's organization that `issuerId` names; undefined for none, or an id that is no member's. */
  issuer: Membership | undefined;
}

/** Adds the company and the issuer to what was read. The issuer takes another read, made only if the request has `issuerId`. */
export async function convertibleContext(
  context: ReadContext,
  company: Company,
  { issuerId }: Pick<ConvertibleBody, 'issuerId'>,
): Promise<ConvertibleContext> {
  const issuer = issuerId
    ? await getItem<Item & { data: Membership }>(membershipKey(issuerId, company.organizationId))
    : undefined;
  return { ...context, company, issuer: issuer?.data };
}
