import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { requestAudiences, requestMenuSize, requestOfferDays, requestOfferText } from './rules/request-terms.ts';
import { creatorPrice, credits, id, idParams, requiredText } from './schemas.ts';

/** What an offer is for: a show is asked for with a time instead. */
export const requestOfferTypes = ['photo', 'video'] as const;

/** Something a creator makes for this price, within these days of the acceptance. */
export const requestOffer = z.object({
  id,
  title: z.string(),
  /** What is delivered. */
  delivers: z.string(),
  contentType: z.enum(requestOfferTypes),
  credits,
  days: z.int(),
});
export type RequestOffer = z.output<typeof requestOffer>;

const terms = z.object({
  openTo: z.enum(requestAudiences),
  /** The least offer, in credits. */
  minimum: credits,
  offers: z.array(requestOffer),
});
export type RequestTerms = z.output<typeof terms>;

const offerBody = z.strictObject({
  /** Of an offer that is changed; absent for a new one. */
  id: z.optional(id),
  title: requiredText(2, requestOfferText.title, 'Give it a title', 'Title too long'),
  delivers: requiredText(1, requestOfferText.delivers, 'Say what you deliver', 'Please keep it under 300 characters'),
  contentType: z.enum(requestOfferTypes),
  credits: creatorPrice,
  days: z.int().check(z.gte(requestOfferDays.min), z.lte(requestOfferDays.max)),
});

export const requestTermsOperations = {
  getRequestTerms: operation({
    method: 'GET',
    path: '/api/profiles/{id}/request-terms',
    summary: 'Whether the caller may send this creator a request, from which price, and what is offered',
    access: 'adult',
    params: idParams,
    response: z.extend(terms, { mayRequest: z.boolean() }),
    errors: ['NOT_FOUND'],
  }),
  ownRequestTerms: operation({
    method: 'GET',
    path: '/api/studio/request-terms',
    summary: "The caller's terms for requests",
    access: 'creator',
    response: terms,
  }),
  setRequestTerms: operation({
    method: 'PUT',
    path: '/api/studio/request-terms',
    summary: 'Set whom requests are taken from, the least offer, and the whole menu in its order',
    access: 'creator',
    sharedText: ['offers.title', 'offers.delivers'],
    rate: 'write',
    body: z.strictObject({
      openTo: z.enum(requestAudiences),
      minimum: creatorPrice,
      offers: z.array(offerBody).check(z.maxLength(requestMenuSize)),
    }),
    response: terms,
    errors: ['VALIDATION_FAILED', 'CONFLICT'],
  }),
};
