import type * as z from 'zod';
import type { MemberForViewer } from './model.ts';
import type { memberSchema } from './schema.ts';
import { presentRecord } from '#shared/base/kernel/records.ts';
import { presentInstant, presentInstantOrNull } from '#shared/base/kernel/clock.ts';

export const presentMember = ({ membership, account, viewerId }: MemberForViewer): z.infer<typeof memberSchema> => ({
  ...presentRecord(membership),
  userId: membership.userId,
  email: account?.email ?? '',
  firstName: account?.firstName ?? null,
  lastName: account?.lastName ?? null,
  role: membership.role,
  isActive: membership.isActive,
  allowedCompanies: membership.allowedCompanies,
  permissions: membership.permissions,
  isCurrentUser: membership.userId === viewerId,
  lastConnectedAt: presentInstantOrNull(account?.lastConnectedAt),
  joinedAt: presentInstant(membership.joinedAt),
});
