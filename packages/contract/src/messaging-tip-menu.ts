import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { tipMenuSize, tipMenuText } from './rules/tip-menu.ts';
import { creatorPrice, credits, id, idParams, requiredText, text } from './schemas.ts';

/** Something a creator does for a tip of this many credits. */
export const tipMenuItem = z.object({ id, name: z.string(), description: z.string(), credits });
export type TipMenuItem = z.output<typeof tipMenuItem>;

const ownItem = z.extend(tipMenuItem, {
  /** How often it was tipped for, for its creator. */
  tips: z.int(),
});
export type OwnTipMenuItem = z.output<typeof ownItem>;

const body = z.strictObject({
  name: requiredText(2, tipMenuText.name, 'Say what the tip is for', 'Please keep the name under 60 characters'),
  description: text(tipMenuText.description, 'Please keep it under 160 characters'),
  credits: creatorPrice,
});
const ownMenu = z.object({ items: z.array(ownItem) });

/** What a creator's tips are for: shown on their page and where a tip is sent. */
export const tipMenuOperations = {
  getTipMenu: operation({
    method: 'GET',
    path: '/api/profiles/{id}/tip-menu',
    summary: "A creator's tip menu, in their order",
    access: 'adult',
    params: idParams,
    response: z.object({ items: z.array(tipMenuItem) }),
    errors: ['NOT_FOUND'],
  }),
  ownTipMenu: operation({
    method: 'GET',
    path: '/api/studio/tip-menu',
    summary: "The caller's tip menu, with how often each item was tipped for",
    access: 'creator',
    response: ownMenu,
  }),
  addTipMenuItem: operation({
    method: 'POST',
    path: '/api/studio/tip-menu',
    summary: 'Add an item at the end of the tip menu',
    access: 'creator',
    sharedText: ['name', 'description'],
    rate: 'write',
    body,
    response: ownMenu,
    status: 201,
    errors: ['QUOTA_REACHED', 'VALIDATION_FAILED'],
  }),
  orderTipMenu: operation({
    method: 'PUT',
    path: '/api/studio/tip-menu/order',
    summary: 'Put the tip menu in this order; it names every item once',
    access: 'creator',
    rate: 'write',
    body: z.strictObject({ ids: z.array(id).check(z.maxLength(tipMenuSize)) }),
    response: ownMenu,
    errors: ['CONFLICT', 'VALIDATION_FAILED'],
  }),
  changeTipMenuItem: operation({
    method: 'PUT',
    path: '/api/studio/tip-menu/{id}',
    summary: 'Change an item of the tip menu; tips that were sent for it stay as they are',
    access: 'creator',
    sharedText: ['name', 'description'],
    rate: 'write',
    params: idParams,
    body,
    response: ownMenu,
    errors: ['NOT_FOUND', 'VALIDATION_FAILED'],
  }),
  removeTipMenuItem: operation({
    method: 'DELETE',
    path: '/api/studio/tip-menu/{id}',
    summary: 'Take an item off the tip menu',
    access: 'creator',
    rate: 'write',
    params: idParams,
    response: ownMenu,
    status: 200,
    errors: ['NOT_FOUND'],
  }),
};
