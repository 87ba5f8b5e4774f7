export const english = {
  /** The specification’s sentences, to the letter. */
  genericFailure:
    "Error performing this operation. Please try again later. If error persists, please contact the provider's support.",
  /** On account screens. */
  genericFailureOf:
    'Error performing this operation. Please try again later. If error persists, please contact {provider} support.',
  unknownFailure: 'An unknown error has occured. Please contact the system administrator.',
  unable: "We're unable to perform the this operation. Please try again later",
  unableToSearch: "We're unable to perform the search. Please try again later",
  unreachable: 'We can’t reach the service. Please check your connection and try again.',
  // Refusals of the server
  busy: 'The service is busy. Please try again in a moment.',
  pleaseSignIn: 'Please sign in.',
  notAllowed: 'You don’t have permission to do this.',
  today: 'Today',
  yesterday: 'Yesterday',
  lastWeek: 'Last 7 days',
  justNow: 'Just now',
  minuteAgo: 'minute ago',
  minutesAgo: 'minutes ago',
} as const
