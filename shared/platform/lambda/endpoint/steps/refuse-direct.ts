import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Step } from '../../shell.ts';
import type { Requirements } from '../definition.ts';
import { directRefusal } from '../edge.ts';

/** Refuses (403) a request that has gone around the edge, before anything else is done for it. */
export const refuseDirect = ({ alsoDirect }: Pick<Requirements, 'alsoDirect'>): Step<APIGatewayProxyEventV2> => ({
  before({ event }) {
    const refusal = alsoDirect ? undefined : directRefusal(event);
    if (refusal) throw refusal;
  },
});
