import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { DELIVERY_STATUSES, type DeliveryStatus, type DocumentEmail } from '#shared/output/mail/documents/model.ts';
import { companyScope } from '#shared/platform/store/company-scope.ts';
import {
  afterSignal,
  bounceReason,
  type SesEvent,
  type Signal,
  sesEvent,
  signalOf,
} from '#shared/output/mail/documents/signals.ts';

const queued: DocumentEmail = {
  id: '1',
  companyId: companyScope('c'),
  documentId: 'i',
  to: 'Ana@client.example',
  cc: ['copy@client.example'],
  bcc: [],
  subject: 's',
  body: 'b',
  language: 'ro',
  attachPdf: true,
  attachXml: false,
  attachments: [],
  tracking: true,
  sentAt: '2026-03-02T10:00:00.000Z',
  sentBy: { id: 'u', name: 'Ana', email: null },
  deliveryStatus: 'queued',
  openedAt: null,
  clickedAt: null,
  bouncedAt: null,
  bounceReason: null,
  metadata: null,
  state: 'sending',
  tries: 0,
  lease: null,
  leaseUntil: 0,
  messageId: null,
};

const AT = '2026-03-02T11:00:00.000Z';
const signal = (type: Signal['type'], overrides: Partial<Signal> = {}): Signal => ({
  type,
  at: AT,
  messageId: 'm',
  addresses: ['ana@client.example'],
  permanent: type === 'bounce',
  reason: null,
  reading: { at: AT },
  ...overrides,
});
const inStatus = (deliveryStatus: DeliveryStatus): DocumentEmail => ({
  ...queued,
  state: 'sent',
  messageId: 'm',
  deliveryStatus,
});

describe('deliveryStatus (OUT-51 to OUT-54)', () => {
  test.each([
    ['queued', 'send', 'sent'],
    ['sent', 'delivery', 'delivered'],
    ['sent', 'open', 'opened'],
    ['delivered', 'open', 'opened'],
    ['sent', 'click', 'clicked'],
    ['delivered', 'click', 'clicked'],
    ['opened', 'click', 'clicked'],
    ['sent', 'bounce', 'bounced'],
    ['delivered', 'bounce', 'bounced'],
    ['sent', 'complaint', 'spam'],
    ['delivered', 'complaint', 'spam'],
    ['opened', 'complaint', 'spam'],
    ['clicked', 'complaint', 'spam'],
    ['sent', 'reject', 'failed'],
    // A later signal never lowers the rank …
    ['delivered', 'send', 'delivered'],
    ['opened', 'delivery', 'opened'],
    ['clicked', 'open', 'clicked'],
    ['clicked', 'delivery', 'clicked'],
    // … an opened mail was delivered …
    ['opened', 'bounce', 'opened'],
    ['clicked', 'bounce', 'clicked'],
    // … and some statuses are final, except that a complaint overrides any.
    ['bounced', 'delivery', 'bounced'],
    ['failed', 'send', 'failed'],
    ['failed', 'delivery', 'failed'],
    ['spam', 'click', 'spam'],
    ['bounced', 'complaint', 'spam'],
    ['failed', 'complaint', 'spam'],
  ] as const)('%s, then %s: %s', (before, type, after) => {
    expect(afterSignal(inStatus(before), signal(type)).deliveryStatus).toBe(after);
  });

  const AFTER: Record<Signal['type'], Partial<Record<DeliveryStatus, DeliveryStatus>> | DeliveryStatus> = {
    send: { queued: 'sent' },
    delivery: { queued: 'delivered', sent: 'delivered' },
    open: { queued: 'opened', sent: 'opened', delivered: 'opened' },
    click: { queued: 'clicked', sent: 'clicked', delivered: 'clicked', opened: 'clicked' },
    bounce: { queued: 'bounced', sent: 'bounced', delivered: 'bounced' },
    complaint: 'spam',
    reject: { queued: 'failed', sent: 'failed' },
  };
  it.each(Object.keys(AFTER) as Signal['type'][])('%s: the status from every status, unchanged when it is repeated', type => {
    for (const before of DELIVERY_STATUSES) {
      const wanted = AFTER[type];
      const after = afterSignal(inStatus(before), signal(type));
      expect([before, after.deliveryStatus]).toEqual([before, typeof wanted === 'string' ? wanted : (wanted[before] ?? before)]);
      expect(afterSignal(after, signal(type))).toBe(after);
    }
  });

  it.each([
    ['2026-05-31T09:59:59.999Z', 'opened'],
    ['2026-05-31T10:00:00.000Z', 'sent'],
  ])('an open at %s, of a mail of 2 March, leaves it %s: the 90 days are over or not', (at, status) => {
    expect(afterSignal(inStatus('sent'), signal('open', { at, reading: { at } })).deliveryStatus).toBe(status);
  });

  it('opens and clicks of a mail that is not tracked change nothing', () => {
    const untracked = { ...inStatus('delivered'), tracking: false };
    for (const type of ['open', 'click'] as const) expect(afterSignal(untracked, signal(type))).toBe(untracked);
    expect(afterSignal(untracked, signal('complaint')).deliveryStatus).toBe('spam');
  });

  it('an open that the service itself recorded proves that the mail was sent, and keeps the known message id', () => {
    expect(afterSignal(queued, signal('open', { messageId: null }))).toMatchObject({ state: 'sent', messageId: null });
    expect(afterSignal(inStatus('sent'), signal('open', { messageId: null })).messageId).toBe('m');
  });

  it('a signal proves that the mail was sent, though the response of the mail service was lost', () => {
    expect(afterSignal(queued, signal('send'))).toMatchObject({ state: 'sent', messageId: 'm', deliveryStatus: 'sent' });
    expect(afterSignal(queued, signal('delivery'))).toMatchObject({ state: 'sent', deliveryStatus: 'delivered' });
  });

  it('timestamps: the first open and click; a click is an open too; a bounce with its reason', () => {
    const opened = afterSignal(inStatus('sent'), signal('open'));
    const later = afterSignal(
      opened,
      signal('open', { at: '2026-03-02T12:00:00.000Z', reading: { at: '2026-03-02T12:00:00.000Z' } }),
    );
    expect([later.openedAt, later.metadata?.opens?.length]).toEqual([AT, 2]);
    expect(afterSignal(inStatus('sent'), signal('click'))).toMatchObject({ clickedAt: AT, openedAt: AT });
    expect(afterSignal(inStatus('sent'), signal('bounce', { reason: 'Mailbox full' }))).toMatchObject({
      bouncedAt: AT,
      bounceReason: 'Mailbox full',
    });
  });

  it('a soft bounce alone changes nothing, nor does the bounce of a copy', () => {
    const email = inStatus('delivered');
    expect(afterSignal(email, signal('bounce', { permanent: false }))).toBe(email);
    expect(afterSignal(email, signal('bounce', { addresses: ['copy@client.example'] }))).toBe(email);
  });

  it('repetition and reordering of signals make no difference', () => {
    const any = fc.constantFrom<Signal['type']>('send', 'delivery', 'open', 'click', 'complaint');
    const signals = fc.array(
      fc.record({ type: any, minute: fc.integer({ min: 10, max: 59 }) }).map(({ type, minute }) => {
        const at = `2026-03-02T11:${minute}:00.000Z`;
        return signal(type, { at, reading: { at, ...(type === 'click' && { link: 'https://x' }) } });
      }),
      { maxLength: 12 },
    );
    const after = (all: Signal[]): DocumentEmail => all.reduce(afterSignal, inStatus('sent'));
    fc.assert(
      fc.property(signals, fc.infiniteStream(fc.nat()), (all, order) => {
        const shuffled = [...all, ...all].map(one => [order.next().value as number, one] as const).sort((a, b) => a[0] - b[0]);
        const { openedAt: _a, ...one } = after(all);
        const { openedAt: _b, ...other } = after(shuffled.map(([, each]) => each));
        expect(other).toEqual(one);
      }),
    );
  });

  it('of a mail that is opened again and again, the first hundred opens are kept', () => {
    let email = inStatus('delivered');
    for (let n = 0; n < 150; n++)
      email = afterSignal(email, signal('open', { reading: { at: `2026-03-02T11:00:00.${String(n).padStart(3, '0')}Z` } }));
    expect(email.metadata?.opens?.length).toBe(100);
  });
});

describe('bounce reasons (OUT-54)', () => {
  test.each([
    ['5.1.1', 'smtp; 550 5.1.1 user unknown', 'Mailbox does not exist'],
    ['5.2.2', 'smtp; 552 mailbox full', 'Mailbox full'],
    ['4.2.2', 'smtp; 452 over quota', 'Mailbox full'],
    ['5.1.2', 'smtp; 550 host not found', 'Domain not found'],
    ['5.7.1', 'smtp; 554 message refused as spam', 'Spam filter'],
    ['5.7.1', 'smtp; 550 not authorized', 'Rejected by recipient'],
    ['4.4.7', 'smtp; 450 message expired', 'Temporary failure'],
    ['5.6.0', 'smtp; 550 lone line feed', 'smtp; 550 lone line feed'],
    ['5.6.0', 'x'.repeat(300), 'x'.repeat(255)],
    ['', '', 'Rejected by recipient'],
  ])('%s %s: %s', (status, text, reason) => {
    expect(bounceReason(status, text)).toBe(reason);
  });
});

describe('events of the mail service', () => {
  const event = (eventType: string, about: object = {}): SesEvent =>
    sesEvent.parse({ eventType, mail: { timestamp: AT, messageId: 'm', tags: {} }, ...about });

  it('are read by their kinds; those without a delivery status are ignored', () => {
    expect(signalOf(event('Send'))).toMatchObject({ type: 'send', at: AT, messageId: 'm' });
    expect(
      signalOf(event('Click', { click: { timestamp: AT, link: 'https://x', userAgent: 'M', ipAddress: '1.2.3.4' } }))?.reading,
    ).toEqual({
      at: AT,
      link: 'https://x',
      userAgent: 'M',
      ipAddress: '1.2.3.0',
    });
    expect(signalOf(event('DeliveryDelay'))).toBeUndefined();
  });

  it('a bounce is permanent unless it is transient', () => {
    const bounced = (bounceType: string) =>
      signalOf(event('Bounce', { bounce: { bounceType, bouncedRecipients: [{ emailAddress: 'A@x.ro' }], timestamp: AT } }));
    expect(['Permanent', 'Undetermined', 'Transient'].map(type => bounced(type)?.permanent)).toEqual([true, true, false]);
    expect(bounced('Permanent')?.addresses).toEqual(['a@x.ro']);
  });
});
