import type { OrganizationChange } from './input.ts';
import type { Organization } from '#shared/platform/access/model.ts';
import { type Commit, update } from '#shared/platform/store/transact.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { organizationRecordKey } from '#shared/platform/access/records.ts';

/** Renames an organization. @throws 404 */
export function updateOrganization(
  loaded: Organization | undefined,
  change: OrganizationChange,
  commit: Commit<Organization>,
): Promise<Organization> {
  const organization: Organization = { ...found(loaded, 'Organization') };
  const changed = { ...organization, name: change.name ?? organization.name, updatedAt: instant() };
  return commit(
    [
      update(organizationRecordKey(organization.id), {
        expression: 'SET #data.#name = :name, #data.updatedAt = :now',
        names: { '#data': 'data', '#name': 'name' },
        values: { ':name': changed.name, ':now': changed.updatedAt },
        condition: 'attribute_exists(pk)',
      }),
    ],
    changed,
  );
}
