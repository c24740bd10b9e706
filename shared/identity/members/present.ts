import type * as z from 'zod';
import type { SeenMember } from './model.ts';
import type { memberSchema } from './schema.ts';
import { shownRecord } from '../../kernel/records.ts';
import { shownInstant, shownInstantOrNull } from '../../kernel/clock.ts';

export const presentMember = ({ membership, account, seenBy }: SeenMember): z.infer<typeof memberSchema> => ({
  ...shownRecord(membership),
  userId: membership.userId,
  email: account?.email ?? '',
  firstName: account?.firstName ?? null,
  lastName: account?.lastName ?? null,
  role: membership.role,
  isActive: membership.isActive,
  allowedCompanies: membership.allowedCompanies,
  permissions: membership.permissions,
  isCurrentUser: membership.userId === seenBy,
  lastConnectedAt: shownInstantOrNull(account?.lastConnectedAt),
  joinedAt: shownInstant(membership.joinedAt),
});
