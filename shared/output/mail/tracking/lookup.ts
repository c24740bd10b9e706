import { sha256 } from '#shared/base/kernel/ids.ts';
import { getItem } from '#shared/platform/store/read.ts';
import { type Item, lookupKey, type CompanyId } from '#shared/platform/store/table.ts';

/** Which mail a token of tracking belongs to (`TRACK#<hash>`). */
export type TrackedMailLookup = Item & { companyId: CompanyId; mailSk: string };

/** Costs one read, and none for a text that is no token. @returns undefined for an unknown token */
export async function lookUp(token: string): Promise<TrackedMailLookup | undefined> {
  return /^[0-9a-f]{64}$/.test(token) ? getItem<TrackedMailLookup>(lookupKey('TRACK', sha256(token))) : undefined;
}
