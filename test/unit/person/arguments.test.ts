import { describe, expect, it } from 'vitest';
import { readArguments } from '../../../infra/person/arguments.ts';
import { UsageError } from '../../../infra/redrive/arguments.ts';

describe('the arguments of npm run person', () => {
  it.each([
    ['export --email Ana@X.ro --out a.json', { action: 'export', sought: { email: 'ana@x.ro' }, out: 'a.json', confirm: false }],
    ['erase --email ana@x.ro', { action: 'erase', stage: undefined, local: 'http://127.0.0.1:4001', confirm: false }],
    ['erase --phone +40.722-123-456', { sought: { phone: '40722123456' } }],
    ['object --email ana@x.ro --confirm', { action: 'object', sought: { email: 'ana@x.ro' }, confirm: true }],
    ['restrict --cnp 1850505123451 --lift', { action: 'restrict', lift: true, confirm: false }],
    ['restrict --email ana@x.ro --confirm', { action: 'restrict', lift: false, confirm: true }],
    ['rectify --email ana@x.ro --set name=Ana --set email=Ana@Y.ro', { correction: { name: 'Ana', email: 'ana@y.ro' } }],
    ['register', { action: 'register', noted: undefined }],
    ['note --phone 0722123456 --request objection --outcome partly', { noted: { request: 'objection', outcome: 'partly' } }],
    ['erase --client c/7', { sought: { client: { companyId: 'c', id: '7' } } }],
    ['export --cnp 1850505123451', { sought: { number: '1850505123451' } }],
    ['erase --again --since 2026-11-22T11:30:00+02:00', { action: 'erase', again: '2026-11-22T09:30:00.000Z', confirm: false }],
    ['erase --stage prod --email ana@x.ro --confirm', { action: 'erase', stage: 'prod', confirm: true }],
  ])('%s', (line, expected) => {
    expect(readArguments(line.split(' '), '4001')).toMatchObject(expected);
  });

  it.each([
    ['', 'One of export, erase, object, restrict, rectify, note and register.'],
    ['forget --email ana@x.ro', 'One of export, erase, object, restrict, rectify, note and register.'],
    ['erase', 'Give one of --email, --client, --cnp and --phone.'],
    ['erase --cnp 1850505123451 --phone 0722', 'must be a phone number'],
    ['erase --cnp 1850505123451 --phone 0722123456', 'Give one of --email'],
    ['note --email ana@x.ro', '--request must be one of access'],
    ['note --email ana@x.ro --request objection', '--outcome must be one of done'],
    ['note --email ana@x.ro --request erasure --outcome done', 'erase notes an erasure itself'],
    ['note --request access --outcome done', 'Give one of'],
    ['object --confirm', 'Give one of --email'],
    ['erase --email ana@x.ro --request access', '--request and --outcome are for note.'],
    ['register --email ana@x.ro --phone 0722123456', 'Give one of'],
    ['erase --email ana@x.ro --lift', '--lift is for restrict.'],
    ['rectify --email ana@x.ro', 'Give what is right as --set <field>=<value>.'],
    ['rectify --email ana@x.ro --set cui=RO12', '--set must be <field>=<value>, with one of name, email, phone,'],
    ['rectify --email ana@x.ro --set name=', '--set must be <field>=<value>'],
    ['rectify --email ana@x.ro --set email=ana', '--set email: '],
    ['rectify --email ana@x.ro --set phone=none', '--set phone: may have digits'],
    ['rectify --email ana@x.ro --set postalCode=12345678901', '--set postalCode: must have at most 10 characters.'],
    ['erase --email ana@x.ro --set name=Ana', '--set is for rectify.'],
    ['erase --cnp 185', '--cnp must have 13 digits.'],
    ['erase --client 7', '--client must be the id of a company'],
    ['erase --again', '--since must be an instant with its time zone'],
    ['erase --again --since yesterday', '--since must be an instant'],
    [
      'erase --since 2026-11-22T09:30:00Z',
      '--again and --since are for an erasure, without --email, --client, --cnp and --phone.',
    ],
    ['erase --again --since 2026-11-22T09:30:00Z --email ana@x.ro', '--again and --since are for an erasure'],
    ['export --again --since 2026-11-22T09:30:00Z', '--again and --since are for an erasure'],
    ['erase --email ana', '--email must be an email address.'],
    ['erase --email ana@x.ro --stage dev --local http://x', 'Give either --stage or --local, not both.'],
    ['erase --email ana@x.ro --out x', '--out is for an export.'],
    ['export --email ana@x.ro --confirm', '--confirm is for erase, object, restrict, rectify.'],
    ['export --email ana@x.ro --everything', "Unknown option '--everything'"],
  ])('%s: %s', (line, message) => {
    expect(() => readArguments(line.split(' ').filter(Boolean))).toThrow(UsageError);
    expect(() => readArguments(line.split(' ').filter(Boolean))).toThrow(message);
  });
});
