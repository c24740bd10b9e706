import * as z from 'zod';
import type { Case } from './endpoints.ts';

interface Shape {
  properties?: Record<string, unknown>;
}

/** Whether an endpoint returns a list page by page: its query has `page`. */
export function isPaged({ definition: { query } }: Pick<Case, 'definition'>): boolean {
  const shape = query && (z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) as Shape);
  return shape !== undefined && 'page' in (shape.properties ?? {});
}
