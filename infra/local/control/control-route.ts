import type * as z from 'zod';
import type { ControlRequest } from '../gateway/gateway.ts';
import type { HttpAnswer } from '../gateway/gateway-event.ts';

/** The form of the routes below `/_local`. */

export interface ControlCall extends ControlRequest {
  params: Record<string, string>;
  /** The body through its schema. */
  read<T>(schema: z.ZodType<T>): T;
}

export interface ControlRoute {
  method: string;
  path: string;
  run(call: ControlCall): Promise<HttpAnswer> | HttpAnswer;
}
