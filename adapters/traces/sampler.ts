import { TraceFlags } from '@opentelemetry/api'
import { ParentBasedSampler, type Sampler, SamplingDecision, TraceIdRatioBasedSampler } from '@opentelemetry/sdk-trace'

/**
 * So many of the traces that begin here. What was called with a trace of somebody else's goes on under its number, but
 * how many are kept is ours to say: a stranger cannot have all of his calls noted. A job is kept as the call was that
 * left it.
 */
export function samplerOf(share: number): Sampler {
  const ofShare = new TraceIdRatioBasedSampler(share)
  const root: Sampler = {
    shouldSample(context, traceId, _name, _kind, _attributes, links) {
      const [left] = links
      if (!left) return ofShare.shouldSample(context, traceId)
      const kept = (left.context.traceFlags & TraceFlags.SAMPLED) !== 0
      return { decision: kept ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD }
    },
    toString: () => `share ${share}`,
  }
  return new ParentBasedSampler({ root, remoteParentSampled: ofShare })
}
