import { queryItems } from '#shared/platform/store/read.ts';
import type { Notification, StoredNotification } from '#shared/output/webhooks/notification.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';

/** The notifications in items of a company, with their data, in the order of the items. */
export async function storedNotifications(company: CompanyId, beginsWith: string): Promise<Notification[]> {
  const items = await queryItems<{ webhooks?: StoredNotification[] }>({ partition: `C#${company}`, beginsWith });
  return items.flatMap(({ webhooks = [] }) =>
    webhooks.map(({ type, data }) => ({ type, data: JSON.parse(data) as unknown }) as Notification),
  );
}
