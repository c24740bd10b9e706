import {
  listRequest,
  parseListAnswer,
  parseStateAnswer,
  parseUploadAnswer,
  stateRequest,
  type TransportRequest,
  uploadRequest,
} from '#shared/authority/etransport/protocol.ts';
import type { TransportMessage } from '#shared/authority/etransport/message.ts';
import { writeMessage } from '#shared/authority/etransport/xml/write.ts';
import type { Taxauth } from '../../../../infra/local/taxauth/index.ts';

/** The declarant of the messages of test/support/etransport. */
export const CIF = '14399840';

/** The service for transport declarations, called as the product does it; without its errors and retries. */
export function callerOf({ transportUrl }: Pick<Taxauth, 'transportUrl'>, token: string) {
  const send = ({ method, path, contentType }: TransportRequest, body?: string): Promise<Response> =>
    fetch(`${transportUrl}/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(contentType !== undefined && { 'content-type': contentType }) },
      ...(body !== undefined && { body }),
    });
  const text = async (request: TransportRequest, body?: string): Promise<string> => (await send(request, body)).text();
  const upload = async (content: TransportMessage | string, cif = CIF) =>
    parseUploadAnswer(await text(uploadRequest(cif), typeof content === 'string' ? content : writeMessage(content)));
  const state = async (uploadId: string) => parseStateAnswer(await text(stateRequest(uploadId)));
  const list = async (days = 1, cif = CIF) => parseListAnswer(await text(listRequest(cif, days)));
  return {
    send,
    upload,
    state,
    list,
    /** Uploads a message that must be accepted. @throws Error with the rejection */
    async taken(content: TransportMessage | string): Promise<{ uploadId: string; uit: string | null }> {
      const answer = await upload(content);
      if (answer.outcome !== 'taken') throw new Error(JSON.stringify(answer));
      return answer;
    },
    /** The messages of the list. */
    async listed(days = 1) {
      const answer = await list(days);
      return answer.outcome === 'list' ? answer.messages : [];
    },
  };
}
