// SPDX-FileCopyrightText: The swift-state-restoration authors
// SPDX-License-Identifier: Apache-2.0

import Measuring
import Testing

struct SampleTests {
  @Test("The median lies between the middle two of an even number of values")
  func median() {
    #expect(Sample([4, 1, 3, 2]).median == 2.5)
    #expect(Sample([7, 1, 3]).median == 3)
    #expect(Sample([5]).median == 5)
  }

  @Test("Percentiles go from the least to the greatest value, and not beyond")
  func percentiles() {
    let sample = Sample([10, 20, 30, 40, 50])
    #expect(sample.percentile(0) == 10)
    #expect(sample.percentile(100) == 50)
    #expect(sample.percentile(99) == 49.6)
    #expect(sample.percentile(130) == 50)
    #expect(sample.quartiles == (lower: 20, upper: 40))
  }

  @Test("Nothing measured is no number")
  func nothing() { #expect(Sample([]).median.isNaN) }

  @Test("Ratios are those of neighbours, as far as both were measured")
  func ratios() {
    let ratios = Sample([2, 30, 400]).ratios(to: Sample([1, 10]))
    #expect(ratios.values == [2, 3])
  }
}
