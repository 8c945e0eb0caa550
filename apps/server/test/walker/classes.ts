import type { OperationName } from '@vlam/contract';

/**
 * What each reading call of a member can tell of other people. A call that is not named here fails the walker.
 * `people`: lists and counts of people or their things; `one`: somebody or something of theirs by id, which must be
 * missing; `own`: only what is the caller's, or what they have paid for and must go on seeing.
 */
export const classes: Partial<Record<OperationName, 'people' | 'one' | 'own'>> = {
  featuredProfiles: 'people',
  searchProfiles: 'people',
  listCreators: 'people',
  nearby: 'people',
  available: 'people',
  // Whole cells of ten or more, the same for everybody.
  nearbyCells: 'people',
  listFlames: 'people',
  interestPosts: 'people',
  moods: 'people',
  contentFeed: 'people',
  listComments: 'people',
  listFollowing: 'people',
  listBundles: 'people',
  giftHistory: 'people',
  matches: 'people',
  matchAnalytics: 'people',
  listEvents: 'people',
  eventCities: 'people',
  travellers: 'people',
  tonight: 'people',
  tonightResponses: 'people',
  creatorActivity: 'people',
  listCallPartners: 'people',

  getProfile: 'one',
  getCreator: 'one',
  creatorContent: 'one',
  followState: 'one',
  getContent: 'one',
  previewContent: 'one',
  likeState: 'one',
  getBundle: 'one',
  getEvent: 'one',
  checkSubscription: 'one',
  getCallPartner: 'one',

  currentUser: 'own',
  listSessions: 'own',
  ownProfile: 'own',
  // One must be able to lift a block.
  listBlocks: 'own',
  privacySettings: 'own',
  ownAvailability: 'own',
  ownLocation: 'own',
  matchPreferences: 'own',
  getMedia: 'own',
  // What was paid for stands with whom it was paid to, so that it can be ended or given back.
  listBundlePurchases: 'own',
  listSubscriptions: 'own',
  listRequests: 'own',
  listGifts: 'own',
  ownVip: 'own',
  listOrders: 'own',
  getOrder: 'own',
  orderReceipt: 'own',
  listPaymentMethods: 'own',
  getSpendingLimits: 'own',
  creditBalance: 'own',
  creditTransactions: 'own',
  creatorStats: 'own',
  creatorTopContent: 'own',
  creatorStatementCsv: 'own',
  creatorStatementPdf: 'own',
  listPayouts: 'own',
  getPayoutAccount: 'own',
  ownTravel: 'own',
  listSafetyPlans: 'own',
  getCallSettings: 'own',
  currentCall: 'own',
  callIceServers: 'own',
  callReceipt: 'own',
};

/** Questions to ask a list, beside the plain one; `{}` alone unless named. */
export const questions: Partial<Record<OperationName, readonly Record<string, string>[]>> = {
  searchProfiles: [{ q: 'Walker' }, { q: 'walkr' }, { q: 'Lamplight' }],
  listCreators: [{}, { q: 'Walker' }, { sort: 'newest', limit: '50' }, { sort: 'price', limit: '50' }],
  nearby: [
    { radius: '50', limit: '48' },
    { radius: '50', limit: '48', sort: 'recency' },
    { online: 'yes', limit: '48' },
  ],
  available: [{ maxDistance: '50' }],
  listFlames: [{ direction: 'in' }, { direction: 'out' }, { direction: 'mutual' }],
  interestPosts: [{ limit: '50' }, { kind: 'hookups', limit: '50' }],
  listEvents: [{ limit: '50' }, { mine: 'attending' }],
  travellers: [{ city: 'Durban' }],
  tonight: [{ city: 'Johannesburg' }, {}],
  giftHistory: [{ box: 'received' }],
};
